// A large picture is drawn in portions, with pauses between them, and frames that nobody looks at fade the
// trails alone: neither changes a pixel.
#include <epoxy/gl.h>

#include "core/picture/visible_steps.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_portions_test {
namespace {

class ScenePortionsTest : public SceneTest {
 protected:
  static constexpr int width = 1400, height = 1000;  // six portions a pass, the last one smaller

  static View large_view(const Session& session) {
    View view = view_of(session.target(), "dark", width, height);
    view.scale = 8;
    view.contours = true;
    return view;
  }
  static void run(Session& session, Scene& scene, const View& view) {
    for (int frame = 0; frame < 3; ++frame) {
      scene.accumulate(session, view);
      session.advance(2);
    }
    scene.accumulate(session, view);
  }
};

TEST_F(ScenePortionsTest, PortionsMakeTheSamePictureAsOneDraw) {
  const struct {
    const char *target, *sampler;
    ColourBy colour_by = ColourBy::sampler;
    Show show = Show::target;
  } cases[] = {{"banana", "esh", ColourBy::weight},
               {"double_well", "ula"},
               {"lattice8", "dmala", ColourBy::energy},
               {"lattice8", "dmala", ColourBy::sampler, Show::difference}};
  for (const auto& [target, sampler, colour_by, show] : cases) {
    const auto session = this->session(target, sampler, 3000);
    View view = large_view(*session);
    view.colour_by = colour_by;
    view.show = show;
    GlScene whole, portions;
    ChainData start = session->read();
    run(*session, whole, view);
    whole.draw(*session, view);
    session->start_from(start);
    run(*session, portions, view);
    int pauses = 0;
    portions.draw(*session, view, nullptr, [&] { ++pauses; });
    EXPECT_GE(pauses, 2 * 6) << target << ": the ground and what lies on it";
    EXPECT_EQ(portions.read().rgba, whole.read().rgba) << target;
  }
}

// A window of 1920 x 1080 in eightfold size has more pixels than a storage block of 128 MiB has words.
TEST_F(ScenePortionsTest, APictureMayBeLargerThanAStorageBlock) {
  GLint64 block = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
  constexpr int wide = 8192;
  const GLint64 high = block / static_cast<GLint64>(sizeof(GLuint) * wide) + 64;
  if (high > wide) GTEST_SKIP() << "blocks of " << block << " bytes hold every picture";
  const auto session = this->session("gaussian", "ula", 100);
  View view = view_of(session->target(), "dark", wide, static_cast<int>(high));
  view.scale = 8;
  view.camera.centre.y -= 0.498 * view.camera.height;  // half of the chains in the picture's last rows
  GlScene scene;
  const auto last_rows = [&] {
    scene.draw(*session, view);
    const Image picture = scene.read();
    return std::vector<std::uint8_t>(picture.rgba.begin(), picture.rgba.begin() + 4 * wide * 32);
  };
  const auto before = last_rows();
  session->advance(5);
  EXPECT_NE(last_rows(), before);
}

TEST_F(ScenePortionsTest, AnUnseenFrameLeavesTheTrailsOfOneThatIsDrawn) {
  for (const Coordinates coordinates : {Coordinates::position, Coordinates::section}) {
    const auto session = this->session("oscillator", "nose_hoover", 200);
    View view = large_view(*session);
    view.coordinates = coordinates;
    GlScene drawn, faded;
    const ChainData start = session->read();
    const auto watched = [&](Scene& scene, const auto& frame) {
      session->start_from(start);
      scene.accumulate(*session, view);
      for (int k = 0; k < 30; ++k) {
        session->advance(1);
        scene.accumulate(*session, view);
        if (k < 29) frame(scene);
      }
      scene.draw(*session, view);
      return scene.read();
    };
    const Image one = watched(drawn, [&](Scene& scene) { scene.draw(*session, view); });
    const Image other = watched(faded, [&](Scene& scene) { scene.fade(*session, view, [] {}); });
    EXPECT_EQ(one.rgba, other.rgba);
    EXPECT_EQ(faded.density_renders(), 1u);
    view.trails = false;
    view.coordinates = Coordinates::position;
    EXPECT_NE(watched(drawn, [](Scene&) {}).rgba, other.rgba) << "there is something to fade";
  }
}

TEST_F(ScenePortionsTest, StopsInThePortionThatSaysSo) {
  const auto session = this->session("gaussian", "ula", 1000);
  struct Stopped {};
  int pauses = 0;
  const auto stop = [&](int after) {
    return [&pauses, after] {
      if (++pauses == after) throw Stopped();
    };
  };
  for (const int after : {1, 4, 9}) {
    GlScene scene;
    pauses = 0;
    EXPECT_THROW(scene.draw(*session, large_view(*session), nullptr, stop(after)), Stopped);
    EXPECT_EQ(pauses, after);
  }
  GlScene watching;
  pauses = 0;
  EXPECT_THROW(advance_and_draw(
                   *session, watching, large_view(*session), 20, 1, [](std::uint64_t) {}, stop(30)),
               Stopped);
  EXPECT_EQ(pauses, 30);
  // What comes after finds the device as it was.
  const View view = large_view(*session);
  GlScene one, other;
  one.draw(*session, view);
  other.draw(*session, view, nullptr, [] {});
  EXPECT_EQ(one.read().rgba, other.read().rgba);
}

}  // namespace
}  // namespace ergo::scene_portions_test
