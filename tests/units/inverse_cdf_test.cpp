// Quantiles by table against distribution functions known in closed form.
#include "core/unit/inverse_cdf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ergo::inverse_cdf_test {
namespace {

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

TEST(InverseCdf, InvertsTheNormalDistribution) {
  // Cells of a quarter of a standard deviation, twice as coarse as any target's.
  const InverseCdf quantile([](double x) { return std::exp(-0.5 * x * x); }, -10, 10, 80);
  EXPECT_NEAR(quantile.total(), std::sqrt(2 * std::numbers::pi), 1e-12);
  for (int i = 1; i < 1000; ++i) EXPECT_NEAR(normal_cdf(quantile(i / 1000.0)), i / 1000.0, 1e-11);
  for (const double tail : {1e-6, 1e-9, 1e-12})
    EXPECT_NEAR(normal_cdf(quantile(tail)) / tail, 1, 1e-3) << "relative, far into the tail";
}

TEST(InverseCdf, InvertsTheRayleighDistribution) {
  const InverseCdf quantile([](double r) { return r * std::exp(-0.5 * r * r); }, 0, 10, 80);
  EXPECT_NEAR(quantile.total(), 1, 1e-12);
  for (int i = 1; i < 1000; ++i) {
    const double u = i / 1000.0;
    EXPECT_NEAR(quantile(u), std::sqrt(-2 * std::log1p(-u)), 1e-9);
  }
}

TEST(InverseCdf, StaysInsideTheIntervalAndRises) {
  const InverseCdf quantile([](double x) { return std::exp(-50 * x * x); }, -3, 5, 200);
  EXPECT_GE(quantile(0), -3);
  EXPECT_LE(quantile(1), 5);
  double last = -3;
  for (int i = 0; i <= 10000; ++i) {
    const double x = quantile(i / 10000.0);
    EXPECT_GE(x, last);
    last = x;
  }
}

TEST(FineUniform, LiesStrictlyBetweenZeroAndOne) {
  EXPECT_GT(fine_uniform({0, 0, 0x1p-24, 0x1p-24}), 0);
  EXPECT_LT(fine_uniform({0, 0, 1 - 0x1p-24, 1 - 0x1p-24}), 1);
}

}  // namespace
}  // namespace ergo::inverse_cdf_test
