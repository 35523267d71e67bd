#include "core/verification/chi_squared.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace ergo::chi_squared_checks {
namespace {

void expect_relative(double value, double expected, double tolerance, const std::string& what) {
  EXPECT_NEAR(value / expected, 1, tolerance) << what << ": " << value << " for " << expected;
}

// For whole a, Q(a, x) is the Poisson sum e^-x (1 + x + ... + x^(a-1)/(a-1)!), here in long double, and
// Q(1/2, x) is erfc(sqrt(x)): two texts that share nothing with the series and the continued fraction.
TEST(ChiSquaredTest, AgreesWithThePoissonSum) {
  for (const int a : {1, 2, 5, 19, 20, 21, 100, 1000})
    for (const double ratio : {0.01, 0.5, 0.9, 0.99, 1.0, 1.001, 1.1, 1.5, 3.0}) {
      const double x = a * ratio;
      long double term = std::exp(static_cast<long double>(-x)), sum = term;
      for (int k = 1; k < a; ++k) sum += term *= static_cast<long double>(x) / k;
      if (sum < 1e-290L) continue;
      expect_relative(upper_gamma(a, x), static_cast<double>(sum), 1e-10,
                      "a = " + std::to_string(a) + ", x = " + std::to_string(x));
    }
}

TEST(ChiSquaredTest, AgreesWithErfc) {
  for (const double x : {1e-8, 0.01, 0.3, 1.0, 1.49, 1.51, 4.0, 30.0, 200.0})
    expect_relative(upper_gamma(0.5, x), std::erfc(std::sqrt(x)), 1e-10, "x = " + std::to_string(x));
}

// Q(a + 1, x) = Q(a, x) + x^a e^-x/Gamma(a + 1) links half-integer a, across the border of both methods.
TEST(ChiSquaredTest, ObeysTheRecurrence) {
  for (const double a : {0.5, 3.5, 19.5, 49.5, 200.5})
    for (const double x : {0.7 * a, a, a + 0.999, a + 1.001, 1.4 * a + 2}) {
      const double step = std::exp(static_cast<double>(a * std::log(static_cast<long double>(x)) - x -
                                                       std::lgamma(static_cast<long double>(a + 1))));
      expect_relative(upper_gamma(a + 1, x), upper_gamma(a, x) + step, 1e-10, std::to_string(a));
    }
}

// Large a: Q(a, a) -> 1/2 - 1/(3 sqrt(2 pi a)) with an error of order a^(-3/2), as the median is near a -
// 1/3.
TEST(ChiSquaredTest, IsRightInTheMiddleForLargeArguments) {
  for (const double a : {1e3, 1e4, 1e5})
    EXPECT_NEAR(upper_gamma(a, a), 0.5 - 1 / (3 * std::sqrt(2 * M_PI * a)), std::pow(a, -1.5));
}

// Table values: 5 % points of chi-squared with 1, 10 and 100 degrees, 1 % two-sided point of the normal.
TEST(ChiSquaredTest, ThresholdsAreTheTablesOnes) {
  EXPECT_NEAR(chi_squared_threshold(0.05, 1), 3.8415, 5e-5);
  EXPECT_NEAR(chi_squared_threshold(0.05, 10), 18.3070, 5e-5);
  EXPECT_NEAR(chi_squared_threshold(0.05, 100), 124.342, 5e-4);
  EXPECT_NEAR(normal_threshold(0.01), 2.5758, 5e-5);
  EXPECT_NEAR(normal_p_value(1.959964), 0.05, 1e-7);
}

TEST(ChiSquaredTest, SidakMakesTheWholeRight) {
  EXPECT_DOUBLE_EQ(sidak_level(0.01, 1), 0.01);
  EXPECT_NEAR(1 - std::pow(1 - sidak_level(0.05, 40), 40), 0.05, 1e-14);
  EXPECT_GT(sidak_level(1e-12, 1000), 0.99e-15);
}

TEST(ChiSquaredTest, PoolsInOrderOfSize) {
  const std::vector<double> sizes = {1, 20, 0.5, 4, 7, 3};
  EXPECT_EQ(pooled(sizes, 5), (std::vector<std::size_t>{0, 2, 0, 0, 1, 0}));
  EXPECT_EQ(pooled(std::vector<double>{1, 1}, 5), (std::vector<std::size_t>{0, 0}));
  EXPECT_TRUE(pooled({}, 5).empty());
  std::mt19937 random(2);
  std::vector<double> many(500), in_group(500);
  for (double& size : many) size = 1e-5 * static_cast<double>(random() % 1000000);
  const auto group = pooled(many, 5);
  for (std::size_t i = 0; i < many.size(); ++i) in_group[group[i]] += many[i];
  for (std::size_t g = 0; g <= *std::max_element(group.begin(), group.end()); ++g) EXPECT_GE(in_group[g], 5);
}

// Multinomial counts: p-values are uniform, so of 2000 the number below 0.05 is 100 +- 9.7; five s.e.
// allowed. A distribution that is off by a tenth in one cell of ten is found with certainty at 10^5 draws.
TEST(ChiSquaredTest, HasItsLevelAndItsPower) {
  std::mt19937_64 random(3);
  std::vector<double> distribution(10);
  for (std::size_t i = 0; i < distribution.size(); ++i) distribution[i] = static_cast<double>(i + 1) / 55;
  std::discrete_distribution<std::size_t> draw(distribution.begin(), distribution.end());
  const auto counts_of = [&](int draws) {
    std::vector<std::size_t> counts(distribution.size());
    for (int k = 0; k < draws; ++k) ++counts[draw(random)];
    return counts;
  };
  int below = 0;
  for (int i = 0; i < 2000; ++i) below += chi_squared_test(counts_of(1000), distribution).p_value < 0.05;
  EXPECT_NEAR(below, 100, 5 * std::sqrt(2000 * 0.05 * 0.95));
  const auto counts = counts_of(100000);
  EXPECT_EQ(chi_squared_test(counts, distribution).degrees, 9u);
  auto wrong = distribution;
  wrong[9] *= 1.1;
  const double total = std::accumulate(wrong.begin(), wrong.end(), 0.0);
  for (double& p : wrong) p /= total;
  EXPECT_LT(chi_squared_test(counts, wrong).p_value, 1e-9);
}

}  // namespace
}  // namespace ergo::chi_squared_checks
