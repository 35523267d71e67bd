// Trails: their position, how they fade, and when they vanish.
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_trails_test {
namespace {

class SceneTrailTest : public SceneTest {
 protected:
  void SetUp() override {
    run_ = session("gaussian", "ula");
    view_ = view_of(run_->target());
    // Where there is no density to speak of; on a row's middle, 40 pixels long, its samples in pixels'
    // middles.
    view_.camera.centre = view_.camera.centre + Position{3 * view_.camera.height, 0};
    view_.scale = 2;
    from_ = to_plane(view_, {140, 120.5});
    to_ = to_plane(view_, {180, 120.5});
    blank_ = ground(*run_, view_);
  }

  /// The chain goes from one end to the other `times` times and then out of sight, which leaves no line.
  void walk(int times) {
    scene_.clear_trails();
    put(*run_, from_);
    scene_.accumulate(*run_, view_);
    for (int k = 0; k < times; ++k) {
      put(*run_, k % 2 == 0 ? to_ : from_);
      scene_.accumulate(*run_, view_);
    }
    put(*run_, elsewhere(run_->target()));
  }

  /// Opacity in the middle of the line.
  double opacity(const Image& image) const {
    return share(at(image, 160, 120), at(blank_, 160, 120), swarm(*run_, view_));
  }

  std::unique_ptr<Session> run_;
  View view_;
  Position from_, to_;
  Image blank_;
};

// Whatever opacity a trail of so much ink has: n crossings that have faded by the factor m/n look like m
// fresh ones.
TEST_F(SceneTrailTest, TrailsFadeToOneEthInTheirLife) {
  const struct {
    int old_crossings, fresh_crossings, frames;
  } cases[] = {{2, 1, 1}, {3, 1, 4}, {3, 2, 7}, {8, 1, 20}};
  for (const auto& [old_crossings, fresh_crossings, frames] : cases) {
    walk(fresh_crossings);
    const double fresh = opacity(picture(*run_, view_));
    view_.trail_life = frames / std::log(static_cast<double>(old_crossings) / fresh_crossings);
    walk(old_crossings);
    const double old = opacity(picture(*run_, view_));
    for (int frame = 1; frame < frames; ++frame) scene_.draw(*run_, view_);
    // Half a step of 228 each. Fading 4 % too slow or too fast would show.
    EXPECT_NEAR(opacity(picture(*run_, view_)), fresh, 1.0 / 228) << frames << " frames";
    EXPECT_GT(old, fresh + 0.05);
    EXPECT_LT(old, 0.95);  // chains stand out from their trails
  }
}

TEST_F(SceneTrailTest, TrailsVanish) {
  walk(3);
  EXPECT_GT(opacity(picture(*run_, view_)), 0.3);
  for (int frame = 0; frame < 200; ++frame) scene_.draw(*run_, view_);
  EXPECT_EQ(scene_.read().rgba, blank_.rgba);
}

// For longer than trails are looked for.
TEST_F(SceneTrailTest, HeldTrailsStayAndThenFadeAsEver) {
  walk(3);
  const Image before = picture(*run_, view_);
  for (int frame = 0; frame < 1000; ++frame) {
    scene_.hold_trails();
    scene_.draw(*run_, view_);
  }
  EXPECT_EQ(scene_.read().rgba, before.rgba);
  EXPECT_LT(opacity(picture(*run_, view_)), opacity(before) - 0.005);
  for (int frame = 0; frame < 200; ++frame) scene_.draw(*run_, view_);
  EXPECT_EQ(scene_.read().rgba, blank_.rgba);
}

TEST_F(SceneTrailTest, TrailsLieOnThePathAlone) {
  walk(1);
  const Image image = picture(*run_, view_);
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const double by = largest(at(image, column, row) - at(blank_, column, row));
      const bool on = column >= 141 && column < 180 && row == 120;
      // Two pixels wide, with half a pixel of anti-aliasing to each side.
      const bool near = column >= 139 && column <= 181 && std::abs(row - 120) <= 1;
      if (on) {
        EXPECT_GT(by, 20) << column;
      } else if (!near) {
        EXPECT_EQ(by, 0) << column << ", " << row;
      }
    }
  }
}

TEST_F(SceneTrailTest, ClearedTrailsAreGoneAndStartAnew) {
  walk(1);
  EXPECT_NE(picture(*run_, view_).rgba, blank_.rgba);
  scene_.clear_trails();
  EXPECT_EQ(picture(*run_, view_).rgba, blank_.rgba);
  put(*run_, from_);
  scene_.accumulate(*run_, view_);
  scene_.clear_trails();
  put(*run_, to_);
  scene_.accumulate(*run_, view_);  // remembers, and draws no line from where the chain was before
  put(*run_, elsewhere(run_->target()));
  EXPECT_EQ(picture(*run_, view_).rgba, blank_.rgba);
}

TEST_F(SceneTrailTest, HiddenTrailsLeaveNothing) {
  walk(1);
  view_.trails = false;
  EXPECT_EQ(picture(*run_, view_).rgba, blank_.rgba);
}

// The same number of pixels to a unit of the plane, so that nothing is between two pixels.
TEST_F(SceneTrailTest, AnotherSizeAndCameraTakeTheTrailsAlong) {
  view_.trail_life = 1e9;
  walk(1);
  const Image before = picture(*run_, view_);
  const double unit = view_.camera.height / view_.height;
  View other = view_;
  other.width += 40;
  other.height += 20;
  other.camera.height = unit * other.height;
  other.camera.centre = view_.camera.centre + unit * Position{8, 4};  // 8 to the left, 4 downwards
  for (int frame = 0; frame < 3; ++frame) {
    const Image after = picture(*run_, other);
    for (int row = 0; row < before.height; ++row)
      for (int column = 0; column < before.width - 8; ++column)
        ASSERT_LE(largest(at(after, column + 12, row + 14) - at(before, column, row)), 1)
            << column << ", " << row << " after " << frame;
  }
  // Back again, and twice as large: there the middle has 3/4 of its ink and 1/4 of its neighbour's, which has
  // half. Opacity is concave in ink.
  EXPECT_NEAR(opacity(picture(*run_, view_)), opacity(before), 1.0 / 228);
  View large = view_;
  large.width *= 2;
  large.height *= 2;
  const Image magnified = picture(*run_, large);
  scene_.clear_trails();
  const Image ground_of_it = ground(*run_, large);
  EXPECT_GT(share(at(magnified, 320, 241), at(ground_of_it, 320, 241), swarm(*run_, view_)),
            0.87 * opacity(before));
}

// A window that is drawn larger bit by bit. A line of two pixels, 1/2, 1, 1/2, keeps 0.78 of its height over
// ten shifts by random parts of a pixel, and 0.53 if they are interpolated linearly; its ink stays the same.
TEST_F(SceneTrailTest, ASizeThatChangesAllTheTimeLeavesTheTrails) {
  view_.trail_life = 1e9;
  walk(3);
  const double before = opacity(picture(*run_, view_));
  View other = view_;
  for (int k = 0; k < 10; ++k) {
    other.width += 7;
    other.height += 5;  // and with it the pixels of a unit of the plane
    picture(*run_, other);
  }
  const auto ink = [](double opacity) {
    return opacity / (0.7 - opacity);
  };  // opacity = 0.7 ink / (0.6 + ink)
  const double after = opacity(picture(*run_, view_));
  EXPECT_GT(ink(after), 0.65 * ink(before));
  EXPECT_LT(ink(after), 1.05 * ink(before));
}

TEST_F(SceneTrailTest, OtherCoordinatesStartFromBlank) {
  walk(1);
  View other = view_;
  other.coordinates = Coordinates::section;
  picture(*run_, other);
  EXPECT_EQ(picture(*run_, view_).rgba, blank_.rgba);
}

}  // namespace
}  // namespace ergo::scene_trails_test
