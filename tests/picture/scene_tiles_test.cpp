// The picture is drawn in squares, and only where there is something to see: no square may lack its share.
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_tiles_test {
namespace {

constexpr int reach = 20;  // pixels around a place in which all of a chain or a mark lies

class SceneTilesTest : public SceneTest {
 protected:
  SceneTilesTest() : run_(session("gaussian", "ula")), view_(view_of(run_->target())) {
    view_.transparent = true;  // what is drawn, and nothing else
    view_.scale = 2;
  }

  /// The picture around a place, a corner of pixels, when everything is put there.
  std::vector<std::uint8_t> around(int x, int y, bool diverged) {
    ChainData data = run_->read();
    set_x(data, 0, to_plane(view_, {static_cast<double>(x), static_cast<double>(y)}));
    data.diverged[0] = diverged ? 1 : 0;
    run_->start_from(data);
    const Image image = picture(*run_, view_);
    std::vector<std::uint8_t> cut;
    for (int row = y - reach; row < y + reach; ++row)
      cut.insert(cut.end(), &image.rgba[4 * (static_cast<std::size_t>(row) * image.width + x - reach)],
                 &image.rgba[4 * (static_cast<std::size_t>(row) * image.width + x + reach)]);
    return cut;
  }

  /// The largest opacity of a pixel.
  static int most(const Image& image) {
    int opacity = 0;
    for (std::size_t k = 3; k < image.rgba.size(); k += 4) opacity = std::max<int>(opacity, image.rgba[k]);
    return opacity;
  }

  std::unique_ptr<Session> run_;
  View view_;
};

TEST_F(SceneTilesTest, ChainsAndMarksAreWholeWhereverTheyAre) {
  for (const bool diverged : {false, true}) {
    const std::vector<std::uint8_t> whole = around(100, 100, diverged);
    EXPECT_GT(*std::ranges::max_element(whole), 100);
    for (int shift = 1; shift <= 32; ++shift) {
      EXPECT_EQ(around(100 + shift, 100, diverged), whole) << shift << " to the right";
      EXPECT_EQ(around(100, 100 + shift, diverged), whole) << shift << " down";
    }
  }
}

TEST_F(SceneTilesTest, ALineAcrossThePictureHasNoGap) {
  view_.trails = true;
  for (const Position to : {Position{310, 17}, Position{14, 230}, Position{310, 230}}) {
    const Position from = {14, 17};
    scene_.clear_trails();
    put(*run_, to_plane(view_, from));
    scene_.accumulate(*run_, view_);
    for (int frame = 0; frame < 3; ++frame) scene_.draw(*run_, view_);  // fresh pictures are drawn whole
    put(*run_, to_plane(view_, to));
    scene_.accumulate(*run_, view_);
    put(*run_, elsewhere(run_->target()));
    const Image image = picture(*run_, view_);
    for (double t = 0.01; t < 0.99; t += 0.001) {
      const int column = static_cast<int>(from.x + t * (to.x - from.x));
      const int row = static_cast<int>(from.y + t * (to.y - from.y));
      EXPECT_GT(image.rgba[4 * (static_cast<std::size_t>(row) * image.width + column) + 3], 0)
          << column << ", " << row;
    }
  }
}

TEST_F(SceneTilesTest, OldInkFadesAsThePresentLifeSaysAndDoesNotComeBack) {
  view_.trails = true;
  view_.trail_life = 1000;
  const auto line = [&] {
    put(*run_, to_plane(view_, {20, 120}));
    scene_.accumulate(*run_, view_);
    put(*run_, to_plane(view_, {300, 120}));
    scene_.accumulate(*run_, view_);
    put(*run_, elsewhere(run_->target()));
    return picture(*run_, view_);
  };
  const auto wait = [&](int frames) {
    for (int frame = 0; frame < frames; ++frame) scene_.draw(*run_, view_);
    return most(scene_.read());
  };
  const Image fresh = line();
  const int long_lived = wait(100);
  EXPECT_GT(long_lived, 0.8 * most(fresh));
  view_.trail_life = 1;
  EXPECT_GT(wait(1), long_lived / 4);
  EXPECT_LT(wait(1), long_lived / 3);
  EXPECT_EQ(wait(100), 0);
  view_.trail_life = 1000;
  EXPECT_EQ(wait(1), 0);
  scene_.clear_trails();
  EXPECT_EQ(line().rgba, fresh.rgba);
  wait(100);
  scene_.clear_trails();
  view_.trail_life = 1;
  EXPECT_EQ(wait(1), 0);
  scene_.clear_trails();
  EXPECT_EQ(line().rgba, fresh.rgba);
}

}  // namespace
}  // namespace ergo::scene_tiles_test
