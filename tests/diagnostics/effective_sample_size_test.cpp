// Moments against closed forms, and effective sample sizes against their definition. The published table is among
// the published results.
#include "core/chains/effective_sample_size.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/truth/target_moments.h"
#include "core/unit/registry.h"

namespace ergo::effective_sample_size_test {
namespace {

struct Known {
  const char* target;
  Position mean, variance;
};

TEST(Moments, AreTheClosedForms) {
  const double well_mean = -2.147955, well_square = 7.475479;  // to the digits known
  const Known all[] = {
      {"ring8", {0, 0}, {0.130625, 0.130625}},
      {"three_gaussians", {-2.0 / 3, 2.0 / 3}, {3.53333333 - 4.0 / 9, 3.53333333 - 4.0 / 9}},
      {"banana", {0, 0.4}, {4, 1.69 - 0.16}},
      {"donut", {0, 0}, {3.40475, 3.40475}},
      {"squiggle", {0, 0}, {2, 0}},
      {"double_well", {well_mean, 0}, {well_square - well_mean * well_mean, 0}},
      {"funnel", {0, 2}, {90.0171313, 9}},
      {"oscillator", {0, 0}, {1, 0}},
      {"correlated_gaussian", {0, 0}, {0.505, 0.505}},
  };
  for (const auto& [id, mean, variance] : all) {
    const auto target = target_unit(id).make();
    const TargetMoments m = exact_moments(*target);
    EXPECT_NEAR(m.mean.x, mean.x, 2e-6) << id;
    EXPECT_NEAR(m.variance.x, variance.x, 2e-5) << id;
    if (std::string(id) == "squiggle" || target->dim == 1) continue;
    EXPECT_NEAR(m.mean.y, mean.y, 2e-6) << id;
    EXPECT_NEAR(m.variance.y, variance.y, 2e-5) << id;
  }
}

/// E x^4 of ring8 about 0 is R^4 (3/8) + 6 (R^2/2) s^2 + 3 s^4; a Gaussian's square has variance 2 var^2.
TEST(Moments, OfSquares) {
  const double s2 = 0.075 * 0.075, variance = 0.125 + s2;
  EXPECT_NEAR(exact_moments(*target_unit("ring8").make()).square_variance.y,
              0.0625 * 3 / 8 + 0.75 * s2 + 3 * s2 * s2 - variance * variance, 1e-12);
  EXPECT_NEAR(exact_moments(*target_unit("oscillator").make()).square_variance.x, 2, 1e-12);
  EXPECT_NEAR(moments_of(tabulate(*target_unit("correlated_gaussian").make())).square_variance.x,
              2 * 0.505 * 0.505, 1e-6);
}

TEST(Moments, OfTheNonCentredFunnel) {
  const auto target = target_unit("funnel").make(std::vector<double>{1});
  const TargetMoments exact = exact_moments(*target), table = moments_of(tabulate(*target));
  EXPECT_EQ(exact.variance, (Position{1, 9}));
  EXPECT_EQ(exact.square_variance, (Position{2, 162}));
  EXPECT_NEAR(table.variance.x, 1, 1e-4);
  EXPECT_NEAR(table.variance.y, 9, 1e-3);
}

/// What the header says of the table's tails.
TEST(Moments, HeavyTailsNeedTheFormula) {
  const auto funnel = target_unit("funnel").make();
  const TargetMoments table = moments_of(tabulate(*funnel)), exact = exact_moments(*funnel);
  EXPECT_NEAR(table.variance.x / exact.variance.x, 1 - 0.004, 0.001);
  EXPECT_NEAR(table.square_variance.x / exact.square_variance.x, 1.0 / 3, 0.02);
}

TEST(EffectiveSampleSize, FollowsItsDefinition) {
  const TargetMoments unit = {{0, 0}, {1, 1}, {2, 2}};
  // x: A_0 = 1, A_1 = (1 + 1 - 1)/3, A_2 = (1 - 1)/2 is cut. x^2 - 1 = 0: ESS = T.
  EXPECT_DOUBLE_EQ(effective_sample_size(std::vector<Position>{{1}, {1}, {1}, {-1}}, unit, 1),
                   4 / (1 + 2 * (2.0 / 3) * (1.0 / 3)));
  // x = 2 throughout: A_s = 4 for x, 9/2 for x^2, whose ESS is the least.
  EXPECT_DOUBLE_EQ(effective_sample_size(std::vector<Position>(4, {2}), unit, 1),
                   4 / (1 + 2 * 4.5 * (2.0 / 3 + 1.0 / 3)));
  // The second coordinate is the worse one.
  EXPECT_DOUBLE_EQ(effective_sample_size(std::vector<Position>(4, {0.1, 2}), unit, 2),
                   4 / (1 + 2 * 4.5 * (2.0 / 3 + 1.0 / 3)));
}

}  // namespace
}  // namespace ergo::effective_sample_size_test
