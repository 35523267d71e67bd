// The distribution that configurations are compared with: what is known exactly of it, and what a reference
// run tells.
#include <gtest/gtest.h>

#include <cmath>

#include "core/site_plane/exact_masses.h"
#include "core/site_plane/site_plane.h"
#include "core/site_plane/reference_run.h"
#include "core/site_targets/picture_set.h"
#include "core/sites/ising_formulas.h"
#include "tests/assigned_config.h"

namespace ergo::place_masses_test {
namespace {

std::unique_ptr<Target> target_of(std::initializer_list<Assignment> assignments) {
  return make_target(ergo::config_of(assignments));
}

/// What is known exactly of a grid beyond the transfer matrix, beside the run's means. Of those each is a
/// mean over 64 independent chains: five standard errors are passed once in 10^5 times.
TEST(PlaceMasses, KaufmansFormulaTellsOfLargerTori) {
  const auto torus = target_of({{"target", "ising"}, {"target.side", "13"}, {"target.coupling", "0.3"}});
  const PlaceMasses& masses = torus->sites()->masses();
  const IsingFormula formula = kaufman_torus(13, 13, 0.3);
  EXPECT_EQ(masses.log_z, formula.log_z);
  EXPECT_NEAR(torus->sites()->prediction("energy")->mean, -0.3 * 169 * formula.bonds, 1e-9);
  EXPECT_EQ(torus->sites()->prediction("level")->mean, 0);
  EXPECT_TRUE(std::isnan(torus->sites()->prediction("level_squared")->mean));
  const ConfigurationMoments& sampled = masses.sampled->moments;
  EXPECT_NEAR(sampled.energy.mean, masses.moments.energy.mean, 5 * sampled.energy.error);
  EXPECT_NEAR(sampled.level.mean, 0, 5 * sampled.level.error);
}

/// Against the transfer matrix, where J and -J are alike only if both sides are even; the infinite grid's
/// energy is that of a large torus far from the critical coupling, where spins far apart do not know of each
/// other.
TEST(TorusNumbers, AreThoseOfTheTransferMatrix) {
  for (const int columns : {3, 4, 6})
    for (const double coupling : {-0.4, 0.2, 0.7}) {
      const auto numbers = torus_numbers(8, columns, coupling);
      ASSERT_EQ(numbers.has_value(), coupling > 0 || columns % 2 == 0) << columns << " " << coupling;
      if (!numbers) continue;
      const IsingGrid grid{8, columns, true, coupling, 0};
      const IsingSums sums = ising_sums(grid);
      EXPECT_NEAR(numbers->log_z, sums.log_z, 1e-10 * sums.log_z);
      EXPECT_NEAR(numbers->energy, sums.energy(grid) * 8 * columns, 1e-9);
    }
  EXPECT_FALSE(torus_numbers(2, 4, 0.3));
  EXPECT_FALSE(torus_numbers(8, 8, 0));
  const auto infinite = infinite_grid_numbers({64, 64, false, 0.2, 0});
  EXPECT_NEAR(infinite->energy, torus_numbers(64, 64, 0.2)->energy, 1e-9 * std::abs(infinite->energy));
  EXPECT_FALSE(infinite_grid_numbers({64, 64, true, 0.2, 0.1}));
}

/// 5^9 configurations, all alike: sites of value 0 are a binomial number.
TEST(PlaceMasses, SumsOverMillionsOfConfigurations) {
  const auto target = target_of(
      {{"target", "potts"}, {"target.side", "3"}, {"target.classes", "5"}, {"target.coupling", "0"}});
  const SitePlane& plane = *target->sites();
  ASSERT_FALSE(plane.reference());
  EXPECT_NEAR(plane.masses().log_z.value(), 9 * std::log(5.0), 1e-12);
  std::vector<double> zeros(10);
  for (std::size_t i = 0; i < plane.sides().count(); ++i)
    zeros[static_cast<std::size_t>(plane.sides().site(i).x)] += plane.masses().mass[i];
  double choose = 1;
  for (int k = 0; k <= 9; choose *= (9.0 - k) / (k + 1), ++k)
    EXPECT_NEAR(zeros[static_cast<std::size_t>(k)], choose * std::pow(4, 9 - k) / std::pow(5, 9), 1e-12) << k;
}

/// Where a target has exact draws the reference is made of them, though chains of Gibbs would stay at their pictures. The
/// mean numbers of ones in both halves are sums over pixels; each error is that of 64 means, 5 of them are passed once
/// in 10^5 times.
TEST(PlaceMasses, ExactDrawsGoBeforeARun) {
  const auto target = target_of({{"target", "pictures"}, {"target.set", "digits"}, {"target.beta", "5"}});
  const SitePlane& plane = *target->sites();
  ASSERT_TRUE(plane.reference());
  EXPECT_EQ(plane.reference()->sampler, nullptr);
  const SampledMasses& sampled = *plane.masses().sampled;
  EXPECT_TRUE(sampled.mixed());
  EXPECT_LT(sampled.rhat, 1.01);
  EXPECT_NE(target->remark(std::chrono::milliseconds(0)).find("exact draws"), std::string::npos);
  const PictureSet set = picture_set("digits");
  const double wrong = 1 / (1 + std::exp(5)), count = static_cast<double>(set.pictures.size());
  Position mean;
  for (const Configuration& picture : set.pictures)
    for (std::size_t i = 0; i < picture.size(); ++i)
      (i < picture.size() / 2 ? mean.x : mean.y) += (picture[i] ? 1 - wrong : wrong) / count;
  const Sides sides = plane.sides();
  for (const auto axis : {&Position::x, &Position::y}) {
    std::vector<double> means(sampled.chains);
    const double each = static_cast<double>(sampled.draws) / static_cast<double>(sampled.chains);
    for (std::size_t i = 0; i < sampled.counts.size(); ++i)
      means[i / sides.count()] += sampled.counts[i] * (sides.site(i % sides.count()).*axis) / each;
    const Estimate found = mean_of(means);
    EXPECT_NEAR(found.value, mean.*axis, 5 * found.error);
    EXPECT_GT(found.error, 0);
  }
}

/// A chain of which every site takes a long sum is not taken for a quick one.
TEST(PlaceMasses, LongSumsAreLeftToARun) {
  const auto of = [](const char* observations) {
    return target_of({{"target", "binary_regression"},
                      {"target.coefficients", "18"},
                      {"target.observations", observations}});
  };
  EXPECT_FALSE(of("50")->sites()->reference());
  EXPECT_TRUE(of("1024")->sites()->reference());
}

}  // namespace
}  // namespace ergo::place_masses_test
