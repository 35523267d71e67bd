// Temperatures of exact draws, occupancies of exact draws, and the statistics they are made with.
#include "core/diagnostics/temperature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/diagnostics/mode_cells.h"
#include "core/truth/exact_draws.h"
#include "core/truth/target_moments.h"
#include "core/unit/registry.h"

namespace ergo::temperature_test {
namespace {

std::vector<double> normals(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> z(count);
  for (double& value : z) value = normal(engine);
  return z;
}

TEST(Estimate, MeansAndSpreads) {
  const double values[] = {1, 2, 6}, weights[] = {1, 1, 2};
  EXPECT_DOUBLE_EQ(mean_of(values).value, 3);
  EXPECT_DOUBLE_EQ(mean_of(values).error, std::sqrt(14.0) / 3);
  EXPECT_DOUBLE_EQ(mean_of(values, weights).value, 15.0 / 4);
  EXPECT_DOUBLE_EQ(mean_of(values, weights).error, std::sqrt(2.75 * 2.75 + 1.75 * 1.75 + 4.5 * 4.5) / 4);
  EXPECT_TRUE(std::isnan(mean_of({}).value));
  const Estimate spread = spread_of(normals(10'000, 1));
  EXPECT_NEAR(spread.value, 1, 4 * spread.error);
  EXPECT_NEAR(spread.error, std::sqrt(1 / 20'000.0), 0.05 * spread.error);
}

class EveryTargetsDraws : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const Target> target = target_unit(GetParam()).make();
};

TEST_P(EveryTargetsDraws, AreAtConfigurationalTemperatureOne) {
  const Position centre = exact_moments(*target).mean;
  auto x = ExactDraws(target)(10'000, 700);
  const Estimate temperature = configurational_temperature(x, {}, *target, centre);
  EXPECT_NEAR(temperature.value, 1, 4 * temperature.error);
  if (target->mixture().size() != 1) return;
  for (Position& p : x) p = centre + 1.5 * (p - centre);  // a Gaussian's temperature is a ratio of variances
  EXPECT_NEAR(configurational_temperature(x, {}, *target, centre).value, 2.25, 9 * temperature.error);
}

class DrawsAmongModes : public EveryTargetsDraws {
 protected:
  void SetUp() override {
    if (target->modes().size() < 2) GTEST_SKIP() << "it has one mode";
  }
};

/// How often the occupancy's total variation lies beyond its band.
struct Tails {
  double below = 0.05, above = 0.05;
};

constexpr double rounding = 1e-9;  // of sums of shares; values next to each other are 1/draws apart

/// For two modes, the first of mass p: with k of n draws in it the total variation is |k/n - p|, and k is binomial.
/// Its values are so few that 5 % is not among their probabilities.
Tails binomial_tails(double n, double p, Interval band) {
  Tails tails{0, 0};
  for (double k = 0; k <= n; ++k) {
    const double chance = std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                                   k * std::log(p) + (n - k) * std::log1p(-p));
    const double total_variation = std::abs(k / n - p);
    if (total_variation < band.low - rounding) tails.below += chance;
    if (total_variation > band.high + rounding) tails.above += chance;
  }
  return tails;
}

/// With fewer draws than the band simulates, and with more.
TEST_P(DrawsAmongModes, AreInTheBandOfTheirOccupancy) {
  ModeCells cells(*target, tabulate(*target));
  const ExactDraws draws(target);
  constexpr int runs = 400;
  for (const std::size_t count : {300u, 4000u}) {
    int above = 0, below = 0;
    Interval band;
    for (int run = 0; run < runs; ++run) {
      const auto found = cells.occupancy(draws(count, 10'000 + run), {}, static_cast<double>(count));
      band = *found.band;
      above += found.total_variation.value > band.high + rounding;
      below += found.total_variation.value < band.low - rounding;
    }
    const bool two = cells.size() == 2;
    const Tails expected = two ? binomial_tails(static_cast<double>(count), cells.masses()[0], band) : Tails();
    // The tails of two modes are those of the band that was found. Of more modes they are 5 %, which the band's
    // quantiles, of as many replications, miss by as much again.
    const auto error = [&](double tail) { return std::sqrt((two ? 1 : 2) * tail * (1 - tail) / runs); };
    EXPECT_NEAR(above / double(runs), expected.above, 4 * error(expected.above)) << count;
    EXPECT_NEAR(below / double(runs), expected.below, 4 * error(expected.below)) << count;
    // No more lies beyond the band than 5 %, but for the spread of its own quantiles.
    EXPECT_LE(std::max(expected.above, expected.below), 0.05 + 4 * std::sqrt(0.05 * 0.95 / runs)) << count;
  }
}

TEST_P(DrawsAmongModes, ShareThemselvesOutByTheMasses) {
  ModeCells cells(*target, tabulate(*target));
  const auto found = cells.occupancy(ExactDraws(target)(200'000, 900), {}, 200'000);
  for (std::size_t k = 0; k < cells.size(); ++k)
    EXPECT_NEAR(found.share[k].value, found.mass[k], 4 * found.share[k].error) << k;
}

/// Only names: a target made here would be made at the start of every process of core_tests.
std::vector<std::string> targets_of_the_plane() {
  std::vector<std::string> ids;
  for (const auto& unit : targets(Space::plane)) ids.push_back(unit.descriptor.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Targets, EveryTargetsDraws, testing::ValuesIn(targets_of_the_plane()),
                         [](const auto& info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(Targets, DrawsAmongModes, testing::ValuesIn(targets_of_the_plane()),
                         [](const auto& info) { return info.param; });

TEST(ModeCells, MassesAreTheKnownOnes) {
  const auto ring = target_unit("ring8").make();
  const TabulatedDensity density = tabulate(*ring);
  const ModeCells eighths(*ring, density);
  // Half way between two modes of weight 1/8 the density on the boundary is (1/4) N(a; 0, s^2) a length. A
  // sixteenth of a spacing along it may go to the wrong side.
  const double s = 0.075, a = 0.5 * std::sin(std::numbers::pi / 8);
  const double on_boundary = std::exp(-a * a / (2 * s * s)) / (4 * s * std::sqrt(2 * std::numbers::pi));
  for (const double mass : eighths.masses()) EXPECT_NEAR(mass, 0.125, on_boundary * density.x.weight(0) / 16);
  // The wells' cells meet halfway between the minima, here by the midpoint rule.
  const auto well = target_unit("double_well").make();
  const TabulatedDensity line = tabulate(*well);
  const ModeCells cells(*well, line);
  const double middle = (well->modes()[0].centre.x + well->modes()[1].centre.x) / 2;
  double left = 0, total = 0;
  for (double x = -12 + 5e-5; x < 12; x += 1e-4) {
    const double mass = std::exp(-well->evaluate({x, 0}).energy);
    total += mass;
    if (x < middle) left += mass;
  }
  const double at_boundary = std::exp(-well->evaluate({middle, 0}).energy - *well->log_normaliser());
  EXPECT_NEAR(cells.masses()[cells.nearest({-3, 0})], left / total, at_boundary * line.x.weight(0) / 16);
}

TEST(ModeCells, TotalVariationOfWeightedDraws) {
  const auto ring = target_unit("ring8").make();
  ModeCells cells(*ring, tabulate(*ring));
  const auto modes = ring->modes();
  const std::vector<Position> x = {modes[0].centre, modes[3].centre};
  const auto found = cells.occupancy(x, std::vector<double>{1, 3}, 1.6);
  EXPECT_DOUBLE_EQ(found.share[3].value, 0.75);
  EXPECT_NEAR(found.total_variation.value, 0.75, 1e-9);
  EXPECT_NEAR(found.total_variation.error, 0, 1e-9);  // any mixture of the two has it
}

TEST(KineticTemperature, IsOneForStandardNormalMomenta) {
  for (const int dim : {1, 2}) {
    constexpr std::size_t chains = 10'000;
    ChainData data;
    data.chains = chains;
    data.state_size = 7;
    data.state.assign(chains * 7, 0.0);
    const auto z = normals(2 * chains, 8);
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < chains; ++i) {
      data.state[7 * i + 5] = z[2 * i];
      if (dim > 1) data.state[7 * i + 6] = z[2 * i + 1];
      all.push_back(i);
    }
    const Estimate temperature = kinetic_temperature(data, all, 5, dim);
    EXPECT_NEAR(temperature.value, 1, 4 * temperature.error);
    EXPECT_NEAR(temperature.error, std::sqrt(2.0 / dim / chains), 0.1 * temperature.error);
  }
}

}  // namespace
}  // namespace ergo::temperature_test
