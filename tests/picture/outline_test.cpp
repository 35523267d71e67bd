// Outlines around shares of a target's mass.
#include "core/view/outline.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/view/density_levels.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

// Of N(0, I) {|x|^2 <= -2 log(1 - m)} holds the share m. Levels are quadratures over cells, lines linear
// between nodes.
TEST(Outlines, OfAGaussianIsACircle) {
  const RunConfig run = config_of({{"target", "gaussian"}});
  const auto target = make_target(run);
  for (const std::size_t contour : {0, 2}) {
    const LevelLines outline = outline_of(*target, {contour});
    const double radius = std::sqrt(-2 * std::log(1 - contour_masses.at(contour)));
    double length = 0;
    for (const auto& [from, to] : outline) {
      EXPECT_NEAR(norm(from), radius, 0.02 * radius);
      length += norm(to - from);
    }
    EXPECT_NEAR(length, 2 * M_PI * radius, 0.02 * 2 * M_PI * radius);
  }
}

TEST(Outlines, IsClosed) {
  const auto target = make_target(config_of({{"target", "ring8"}}));
  const LevelLines outline = outline_of(*target, {0, 2});
  ASSERT_GT(outline.size(), 100u);
  for (const auto& [from, to] : outline)
    for (const Position end : {from, to}) {
      int touching = 0;
      for (const auto& [a, b] : outline) touching += (norm(a - end) < 1e-9) + (norm(b - end) < 1e-9);
      EXPECT_EQ(touching, 2);
    }
}

TEST(Outlines, StandsOnPicturesOfRunsThatLearn) {
  RunConfig run =
      config_of({{"target", "gaussian"}, {"chains", "10"}, {"learn.model", "network"}, {"backend", "cpu"}});
  const Session learning(run, test_factory());
  View view;
  view.camera = camera_for(learning.target().window(), 1.6);
  view.scale = 2;
  const LevelLines outline = learned_outline(learning, view);
  ASSERT_FALSE(outline.empty());
  for (const auto& [from, to] : outline) {
    EXPECT_TRUE(from.x > 0 && from.x < 640 && from.y > 0 && from.y < 400);
    EXPECT_LT(norm(to - from), 10);
  }
  apply(run, {"learn.model", "none"});
  EXPECT_TRUE(learned_outline(Session(run, test_factory()), view).empty());
}

}  // namespace
}  // namespace ergo
