// What a model on a grid is compared with: its integral, its likelihood and its distance from the data.
#include "core/training/plane_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

PlaneData data_of(const char* id, int nodes) { return {target_unit(id).make(), nodes, 1}; }

EnergyGrid tabulated(const PlaneData& data, const std::function<double(Position)>& energy) {
  std::vector<double> energies;
  for (const Position x : data.nodes()) energies.push_back(energy(x));
  return data.grid(std::move(energies));
}

TEST(PlaneData, TheDataThemselvesAreTheBestModel) {
  for (const char* id : {"ring8", "banana", "three_gaussians"}) {
    const PlaneData data = data_of(id, 128);
    const EnergyGrid grid = tabulated(data, [&](Position x) { return data.target().evaluate(x).energy; });
    const PlaneFit fit = data.fit(grid);
    EXPECT_NEAR(fit.log_normaliser, ExactDraws(data.shared_target()).log_normaliser(), 2e-3) << id;
    EXPECT_NEAR(fit.log_likelihood, data.best_log_likelihood(), 2e-3) << id;
    EXPECT_LT(fit.total_variation, 2e-3) << id;
  }
}

// ring8's entropy: its modes lie five standard deviations apart, so nearly log 8 + log(2 pi e sd^2).
TEST(PlaneData, TheBestLikelihoodIsTheEntropy) {
  const double sd = 0.075, entropy = std::log(8) + std::log(2 * std::numbers::pi * sd * sd) + 1;
  const double error = 1 / std::sqrt(PlaneData::held_out_draws);  // log p has the variance 1
  EXPECT_NEAR(data_of("ring8", 16).best_log_likelihood(), -entropy, 4 * error);
}

TEST(PlaneData, AFlatEnergyReachesBeyondTheWindowAsHalfGaussians) {
  const PlaneData data = data_of("ring8", 32);
  const EnergyGrid grid = tabulated(data, [](Position) { return 3; });
  const Position side = grid.window.high - grid.window.low, reach = Spline(grid).reach_beyond();
  const double two_halves = std::sqrt(2 * std::numbers::pi);
  const double expected = std::log((side.x + two_halves * reach.x) * (side.y + two_halves * reach.y)) - 3;
  EXPECT_NEAR(data.fit(grid).log_normaliser, expected, 1e-12);
}

TEST(PlaneData, DrawsDifferFromIterationToIteration) {
  const PlaneData data = data_of("ring8", 16);
  const auto first = data.draws(3, 0), second = data.draws(3, 1), again = data.draws(2, 0);
  EXPECT_NE(first[0].x, second[0].x);
  EXPECT_EQ(first[1].x, again[1].x);
}

TEST(PlaneData, RefusesWhatIsNotOfThePlane) {
  EXPECT_THROW(data_of("double_well", 16), Error);
  EXPECT_THROW(data_of("lattice8", 16), Error);
}

}  // namespace
}  // namespace ergo
