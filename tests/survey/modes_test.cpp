// Modes that are found from an energy alone.
#include <gtest/gtest.h>

#include <cmath>

#include "core/survey/modes.h"
#include "core/survey/window_search.h"
#include "core/unit/registry.h"
#include "density_cases.h"

namespace ergo::modes_test {
namespace {

using namespace survey_test;

std::vector<Mode> modes_of(const Landscape& landscape) {
  const FoundWindow found = find_window(landscape);
  return find_modes(landscape, found.window, found.low);
}

/// Targets state the means of their terms. The slope of the other terms there moves the mode: by less than a hundredth of
/// a radius on any of them.
TEST(FindModes, AreThoseThatTargetsState) {
  int compared = 0;
  for (const auto& unit : plane_targets()) {
    const auto target = unit.make();
    const std::vector<Mode> own = target->modes();
    if (own.empty()) continue;
    const std::vector<Mode> found = modes_of(landscape_of(*target));
    ASSERT_EQ(found.size(), own.size()) << unit.descriptor.id;
    for (const Mode& mode : own) {
      const Mode& near = found[nearest_mode(found, mode.centre)];
      EXPECT_LT(norm(near.centre - mode.centre), 1e-2 * mode.radius) << unit.descriptor.id;
      // Less only where the neighbours are nearer than two of its radii; more where the energy is no parabola.
      EXPECT_LT(near.radius, 1.3 * mode.radius) << unit.descriptor.id;
      EXPECT_GT(near.radius, 0.6 * mode.radius) << unit.descriptor.id;
      ++compared;
    }
  }
  EXPECT_GT(compared, 14);
}

TEST(FindModes, RingsRidgesAndFloorsHaveNone) {
  const std::vector<std::pair<std::string, Landscape>> cases = {
      {"ring", plane([](double x, double y) { return square(std::hypot(x, y) - 2.6) / 0.033; })},
      {"thin ring", plane([](double x, double y) { return square((std::hypot(x, y) - 5) / 0.01) / 2; })},
      {"ridge", plane([](double x, double y) { return square(y - x * x); })},
      {"flat along y", plane([](double x, double) { return x * x; })},
      {"box", plane([](double x, double y) { return std::max(std::abs(x), std::abs(y)) < 1 ? 0 : infinite; })}};
  for (const auto& [name, landscape] : cases) EXPECT_TRUE(modes_of(landscape).empty()) << name;
  const auto rings = target_unit("rings").make();
  EXPECT_TRUE(modes_of(landscape_of(*rings)).empty());
}

TEST(FindModes, OfCuspsWallsValleysAndFlatBottoms) {
  const auto single = [](const std::string& name, const Landscape& landscape, Position centre, double radius) {
    const std::vector<Mode> found = modes_of(landscape);
    ASSERT_EQ(found.size(), 1u) << name;
    EXPECT_LT(norm(found[0].centre - centre), 1e-4 * radius) << name;
    EXPECT_NEAR(found[0].radius, radius, 0.01 * radius) << name;
  };
  // E rises by 1/2 at a distance 1/2 along an axis.
  single("cusp", plane([](double x, double y) { return std::abs(x) + std::abs(y); }), {0, 0}, 1.5);
  single("wall", plane([](double x, double y) { return x > 0 && y > 0 ? x + y : infinite; }), {0, 0}, 1.5);
  // By 9/2 at 9^(1/4) along a diagonal, sooner than three times as far as by 1/2, at 1.
  single("quartic", plane([](double x, double y) { return square(square(x)) + square(square(y)); }), {0, 0},
         std::pow(9, 0.25));
  single("far and narrow", line([](double x) { return 5000 * square(x - 1000); }), {1000, 0}, 0.03);
  const std::vector<Mode> valley =
      modes_of(plane([](double x, double y) { return (square(1 - x) + 100 * square(y - x * x)) / 20; }));
  ASSERT_EQ(valley.size(), 1u);
  EXPECT_LT(norm(valley[0].centre - Position{1, 1}), 1e-4);
}

TEST(FindModes, OfHimmelblauAndOfAGrid) {
  const std::vector<Mode> four =
      modes_of(plane([](double x, double y) { return (square(x * x + y - 11) + square(x + y * y - 7)) / 10; }));
  ASSERT_EQ(four.size(), 4u);
  for (const Position root : {Position{3, 2},
                              {3.584428340330, -1.848126526964},
                              {-2.805118086953, 3.131312518250},
                              {-3.779310253378, -3.283185991286}})
    EXPECT_LT(norm(four[nearest_mode(four, root)].centre - root), 1e-5);
  const std::vector<Mode> grid = modes_of(plane([](double x, double y) {
    double sum = 0;
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j) sum += std::exp(-(square(x - 75 * i) + square(y - 75 * j)) / 84);
    return sum > 0 ? -std::log(sum) : infinite;
  }));
  ASSERT_EQ(grid.size(), 25u);
  // Sorted by mass, modes with a tiny part of it left out.
  const std::vector<Mode> unequal = modes_of(plane([](double x, double y) {
    return -std::log(std::exp(-square(x) - square(y)) + 0.1 * std::exp(-square(x - 8) - square(y)) +
                     1e-6 * std::exp(-square(x) - square(y - 9)) + 1e-300);
  }));
  ASSERT_EQ(unequal.size(), 2u);
  EXPECT_NEAR(unequal[0].centre.x, 0, 1e-4);
  EXPECT_NEAR(unequal[1].centre.x, 8, 1e-4);
}

TEST(FindModes, AreSixtyFourAtMost) {
  const Landscape eggs = plane([](double x, double y) { return 3 * std::cos(x) + 3 * std::cos(y); });
  EXPECT_EQ(find_modes(eggs, {{-50, -50}, {50, 50}}).size(), 64u);
}

}  // namespace
}  // namespace ergo::modes_test
