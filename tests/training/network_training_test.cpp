// How a network learns.
#include "core/training/network_training.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/unit/registry.h"

namespace ergo {
namespace {

std::shared_ptr<const PlaneData> data() {
  const TargetUnit& unit = target_unit("three_gaussians");
  return std::make_shared<const PlaneData>(
      unit.construct(Parameters(unit.descriptor.parameters, initial_values(unit.descriptor.parameters))), 16,
      1);
}

const NetworkSettings small = {.first = 5, .second = 4, .nodes = 16, .batch = 50};

std::vector<Position> chains() {
  std::vector<Position> x;
  for (std::uint32_t i = 0; i < 40; ++i) x.push_back(normal(Draws(3, Purpose::start, i, 0, 2)(0)));
  return x;
}

// Along the last bias E has the slope 1, so that the loss has 2 penalty (<E_d> + <E_n>): the first moment of
// Adam is a tenth of the gradient.
TEST(NetworkTrainingTest, TheGradientAlongTheLastBiasIsThePenaltys) {
  ThreadPool pool(1);
  for (const double penalty : {0.0, 0.3}) {
    NetworkSettings settings = small;
    settings.penalty = penalty;
    settings.step.clip = 1e12;
    NetworkTraining training(data(), settings);
    const EnergyNetwork first = training.network();
    const auto mean = [&](const std::vector<Position>& x) {
      double sum = 0;
      for (const Position at : x) sum += first(at).energy;
      return sum / static_cast<double>(x.size());
    };
    const double expected = 2 * penalty * (mean(training.data().draws(50, 0)) + mean(chains()));
    training.learn(chains(), 0, pool);
    EXPECT_NEAR(training.state().first_moment.back(), 0.1 * expected, 1e-12) << penalty;
  }
}

TEST(NetworkTrainingTest, ThePenaltyKeepsEnergiesNearZero) {
  ThreadPool pool(1);
  std::vector<double> mean_squares;
  for (const double penalty : {0.0, 1.0}) {
    NetworkSettings settings = small;
    settings.penalty = penalty;
    settings.step.rate = 0.05;
    NetworkTraining training(data(), settings);
    for (int t = 0; t < 300; ++t) training.learn(chains(), 0, pool);
    double sum = 0;
    for (const Position x : chains()) sum += std::pow(training.network()(x).energy, 2);
    mean_squares.push_back(sum / 40);
  }
  EXPECT_LT(mean_squares[1], mean_squares[0] / 10);
}

TEST(NetworkTrainingTest, ANonFiniteGradientChangesNothing) {
  ThreadPool pool(1);
  NetworkTraining training(data(), small);
  const std::vector<double> first = training.state().weights;
  std::vector<Position> x = chains();
  x[5].x = INFINITY;
  training.learn(x, 0, pool);
  EXPECT_TRUE(training.state().broken());
  EXPECT_EQ(training.state().weights, first);
  training.learn(chains(), 0, pool);
  EXPECT_FALSE(training.state().broken());
}

}  // namespace
}  // namespace ergo
