// Steps of weights along gradients.
#include "core/training/model_state.h"

#include <gtest/gtest.h>

namespace ergo {
namespace {

TEST(ModelStateTest, StepsStraightAlongTheGradientOrByAdam) {
  for (const double rate : {0.01, 0.2}) {
    ModelState straight({1, 2}), adam({1, 2});
    straight.step({3, -0.5}, {.rate = rate, .clip = 100, .adam = false});
    adam.step({3, -0.5}, {.rate = rate, .clip = 100});
    EXPECT_DOUBLE_EQ(straight.weights[0], 1 - 3 * rate);
    EXPECT_DOUBLE_EQ(straight.weights[1], 2 + 0.5 * rate);
    // Adam's first step is as long as the rate along each weight that has a gradient.
    EXPECT_NEAR(adam.weights[0], 1 - rate, 1e-7);
    EXPECT_NEAR(adam.weights[1], 2 + rate, 1e-7);
  }
}

TEST(ModelStateTest, CutsLongGradientsAndTellsThemUncut) {
  ModelState state({0, 0});
  state.step({30, 40}, {.rate = 1, .clip = 5, .adam = false});
  EXPECT_DOUBLE_EQ(state.weights[0], -3);
  EXPECT_DOUBLE_EQ(state.weights[1], -4);
  EXPECT_EQ(state.gradient_norm, 50);
}

TEST(ModelStateTest, TheRateDecays) {
  ModelState state(std::vector<double>{0});
  double before = 0;
  for (int t = 0; t < 5; ++t) {
    state.step({-1}, {.rate = 1, .decay = 2, .clip = 10, .adam = false});
    EXPECT_DOUBLE_EQ(state.weights[0] - before, 1 / (1 + t / 2.0));
    before = state.weights[0];
  }
}

// Weights w_0, w_1, ... that grow as t have the average sum (t + 1)^3 w_t/sum (t + 1)^3 up to terms of 1/t:
// 4/5 of the last.
TEST(ModelStateTest, LateIterationsCountMostInTheAverage) {
  ModelState state(std::vector<double>{0});
  for (int t = 0; t < 4000; ++t) state.step({-1}, {.rate = 1, .decay = 1e18, .clip = 10, .adam = false});
  EXPECT_NEAR(state.averaged[0] / state.weights[0], 0.8, 1e-3);
}

TEST(ModelStateTest, WeightsStayWhereTheGradientIsNotFinite) {
  ModelState state({1, 2});
  state.step({1, std::numeric_limits<double>::infinity()}, {});
  EXPECT_TRUE(state.broken());
  EXPECT_EQ(state.weights, (std::vector<double>{1, 2}));
  EXPECT_EQ(state.iterations, 1u);
}

}  // namespace
}  // namespace ergo
