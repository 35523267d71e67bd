// A picture without background, composited over the background, equals the full picture.
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_transparent_test {
namespace {

class SceneTransparentTest : public SceneTest {};

TEST_F(SceneTransparentTest, LaidOverTheGroundItIsThePicture) {
  for (const char* target : {"ring8", "funnel", "lattice8"}) {
    SCOPED_TRACE(target);
    const bool lattice = std::string(target) == "lattice8";
    auto run = session(target, lattice ? "dmala" : "esh", 300);
    run->advance(20);
    View view = view_of(run->target());
    view.trails = false;
    const Image opaque = picture(*run, view), below = ground(*run, view);
    view.transparent = true;
    const Image above = picture(*run, view);
    double most = 0, inked = 0;
    for (int row = 0; row < view.height; ++row)
      for (int column = 0; column < view.width; ++column) {
        const std::size_t pixel = static_cast<std::size_t>(row) * view.width + column;
        EXPECT_EQ(opaque.rgba[4 * pixel + 3], 255);
        const double alpha = above.rgba[4 * pixel + 3] / 255.0;
        inked += alpha;
        const Rgb over = at(above, column, row), under = at(below, column, row);
        const Rgb both = {alpha * over.r + (1 - alpha) * under.r, alpha * over.g + (1 - alpha) * under.g,
                          alpha * over.b + (1 - alpha) * under.b};
        most = std::max(most, largest(both - at(opaque, column, row)));
      }
    // Half a step each of opacity, of the colours that it mixes and of the picture.
    EXPECT_LE(most, 1.5);
    EXPECT_GT(inked, 100) << "pixels of chains";
    EXPECT_EQ(above.rgba[3], 0) << "nothing in the corner";
  }
}

}  // namespace
}  // namespace ergo::scene_transparent_test
