// How a network learns: each setting on its own.
#include "core/network/network_training.h"

#include <gtest/gtest.h>

#include "core/unit/registry.h"

namespace ergo {
namespace {

std::shared_ptr<const PlaneData> data() {
  const TargetUnit& unit = target_unit("three_gaussians");
  return std::make_shared<const PlaneData>(
      unit.construct(Parameters(unit.descriptor.parameters, initial_values(unit.descriptor.parameters))), 16, 1);
}

const NetworkSettings small = {.first = 5, .second = 4, .nodes = 16, .batch = 50};

std::vector<Position> chains() {
  std::vector<Position> x;
  for (std::uint32_t i = 0; i < 40; ++i) x.push_back(normal(Draws(3, Purpose::start, i, 0, 2)(0)));
  return x;
}

std::vector<double> moved(NetworkSettings settings, int iterations = 1) {
  ThreadPool pool(1);
  NetworkTraining training(data(), settings);
  for (int t = 0; t < iterations; ++t) training.learn(chains(), pool);
  return training.state().weights;
}

std::vector<double> first() { return NetworkTraining(data(), small).state().weights; }

double largest_step(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

// Adam's first step is the rate along each weight that has a gradient at all.
TEST(NetworkTrainingTest, TheFirstStepIsAsLongAsTheRate) {
  for (const double rate : {0.01, 0.2}) {
    NetworkSettings settings = small;
    settings.rate = rate;
    EXPECT_NEAR(largest_step(moved(settings), first()), rate, 1e-6 * rate);
  }
  NetworkSettings still = small;
  still.rate = 0;
  EXPECT_EQ(moved(still, 3), first());
}

TEST(NetworkTrainingTest, TheRateDecays) {
  NetworkSettings quick = small, slow = small;
  quick.decay = 1;
  slow.decay = 1e9;
  EXPECT_EQ(moved(quick), moved(slow));  // in iteration 0 it is the same
  EXPECT_LT(largest_step(moved(quick, 20), first()), largest_step(moved(slow, 20), first()));
}

// Adam's steps hardly depend on the gradient's length; its length is told as it was.
TEST(NetworkTrainingTest, TheGradientIsToldUncut) {
  ThreadPool pool(1);
  NetworkSettings cut = small;
  cut.clip = 1e-6;
  NetworkTraining one(data(), small), other(data(), cut);
  one.learn(chains(), pool);
  other.learn(chains(), pool);
  EXPECT_EQ(one.state().gradient_norm, other.state().gradient_norm);
  EXPECT_GT(one.state().gradient_norm, cut.clip);
  EXPECT_LT(other.state().first_moment[0] * other.state().first_moment[0], 1e-12);
}

// The gradient of the loss against differences: along the last bias it is 2 penalty (<E_d> + <E_n>).
TEST(NetworkTrainingTest, ThePenaltyDrawsEnergiesToZero) {
  NetworkSettings penalised = small;
  penalised.penalty = 1;
  penalised.rate = 0.05;
  ThreadPool pool(1);
  NetworkTraining training(data(), penalised);
  const auto mean_square = [&] {
    double sum = 0;
    for (const Position x : chains()) sum += std::pow(training.network()(x).energy, 2);
    return sum / 40;
  };
  const double before = mean_square();
  for (int t = 0; t < 300; ++t) training.learn(chains(), pool);
  EXPECT_LT(mean_square(), before / 2);
}

TEST(NetworkTrainingTest, ANonFiniteGradientChangesNothing) {
  ThreadPool pool(1);
  NetworkTraining training(data(), small);
  std::vector<Position> x = chains();
  x[5].x = INFINITY;
  training.learn(x, pool);
  EXPECT_TRUE(training.broken());
  EXPECT_EQ(training.state().weights, first());
  training.learn(chains(), pool);
  EXPECT_FALSE(training.broken());
}

}  // namespace
}  // namespace ergo
