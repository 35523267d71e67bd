// What the story of the density of points says.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/settings/preset.h"
#include "tests/stories/asserted_stories.h"

namespace ergo::points_preset_test {
namespace {

const AssertedHere stories = {
    {"spiral-bandwidth", "Halfway between the turns the density is a tenth of that on them"},
    {"spiral-bandwidth", "With Scott's rule, a bandwidth of 0, the turns run together"},
    {"spiral-bandwidth", "with 0.05 every few points are a mode"},
};

std::unique_ptr<Target> target_with(const std::string& bandwidth) {
  RunConfig config = load_preset("spiral-bandwidth").config;
  if (!bandwidth.empty()) apply(config, {"target.bandwidth", bandwidth});
  return make_target(config);
}

/// Mean density halfway between the two turns, over that on them: r = 0.4 + 1.1 turns.
double between_turns(const Target& target) {
  constexpr int directions = 360;
  double on = 0, between = 0;
  for (int i = 0; i < directions; ++i) {
    const double turn = i / static_cast<double>(directions), angle = 2 * std::numbers::pi * turn;
    const auto density = [&](double radius) {
      return std::exp(-target.evaluate({radius * std::cos(angle), radius * std::sin(angle)}).energy);
    };
    const double inner = 0.4 + 1.1 * turn;
    on += (density(inner) + density(inner + 1.1)) / 2;
    between += density(inner + 0.55);
  }
  return between / on;
}

TEST(PointsPreset, TheBandwidthDecidesWhetherTurnsAreSeen) {
  EXPECT_NEAR(between_turns(*target_with("")), 0.1, 0.02);
  EXPECT_GT(between_turns(*target_with("0")), 0.95);
  EXPECT_GT(target_with("0.05")->modes().size(), 200u / 5);
}

}  // namespace
}  // namespace ergo::points_preset_test
