// The picture as a whole: a sum that does not depend on order, a guest in its context, reloaded from disk.
#include <epoxy/gl.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/gl_picture/chain_layer.h"
#include "tests/picture/picture_fixture.h"

namespace ergo::picture_test {
namespace {

TEST(View, PixelsAndPlaneAreInverse) {
  View view;
  view.width = 640;
  view.height = 480;
  view.camera = {{1, -2}, 3};
  EXPECT_NEAR(to_pixel(view, {1, -2}).x, 320, 1e-12);
  EXPECT_NEAR(to_pixel(view, {1, -0.5}).y, 0, 1e-12);  // half the height above the centre: the top edge
  const Position back = to_plane(view, to_pixel(view, {0.3, 0.4}));
  EXPECT_NEAR(back.x, 0.3, 1e-12);
  EXPECT_NEAR(back.y, 0.4, 1e-12);
}

TEST(View, CameraShowsTheWholeWindow) {
  for (const double aspect : {0.5, 1.0, 3.0}) {
    const Window window{{-3, -1}, {5, 2}};
    const Camera camera = camera_for(window, aspect);
    EXPECT_LE(camera.centre.y - camera.height / 2, window.low.y + 1e-12);
    EXPECT_GE(camera.centre.x + camera.height * aspect / 2, window.high.x - 1e-12);
  }
}

TEST_F(PictureTest, ALoneChainIsOpaqueButNotHighlighted) {
  Session run = session("gaussian", "rwm", 1);
  const View view = view_of(run);
  GlScene scene;
  put(run, {nowhere});
  const Image empty = picture(scene, run, view);
  put(run, {to_plane(view, {80.5, 60.5})});
  const Image image = picture(scene, run, view);
  const Opacity share = opacity(pixel_at(image, 80, 60), pixel_at(empty, 80, 60),
                                pixel_of(sampler_colour("rwm", view.palette)));
  // A disc's ink is less than full by r^2 / (r^2 + 1/12), so that its area is pi r^2.
  const double area = std::pow(point_radius(view, 1), 2);
  const double expected = 1 - std::exp(-point_extinction(view, 1) * area / (area + 1.0 / 12));
  EXPECT_NEAR(share.value, expected, share.error);
}

TEST_F(PictureTest, ChainsAreASumWhateverTheirOrder) {
  Session run = session("ring8", "rwm", 5000);
  View view = view_of(run);
  view.colour_by = ColourBy::energy;
  GlScene scene;
  const Image forwards = picture(scene, run, view);
  ChainData data = run.read(), reversed = data;
  const std::size_t size = static_cast<std::size_t>(data.state_size);
  for (std::size_t i = 0; i < data.chains; ++i)
    std::copy_n(&data.state[i * size], size, &reversed.state[(data.chains - 1 - i) * size]);
  run.backend().write(reversed);
  EXPECT_EQ(picture(scene, run, view).rgba, forwards.rgba);
}

TEST_F(PictureTest, AJumpOutOfSightLeavesNoInk) {
  Session run = session("gaussian", "rwm", 1);
  View view = view_of(run);
  view.trails = true;
  GlScene scene;
  put(run, {nowhere});
  const Image empty = picture(scene, run, view);
  for (const double x : {100.0, 1e7}) {  // pixels
    put(run, {to_plane(view, {x, 60.5})});
    scene.accumulate(run, view);
  }
  EXPECT_LE(difference(pixel_at(picture(scene, run, view), 200, 60), pixel_at(empty, 200, 60)), 1);
}

TEST_F(PictureTest, LeavesNoStateBehind) {
  Session run = session("ring8", "esh", 100);
  View view = view_of(run);
  view.trails = true;
  GlScene scene;
  glEnable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  scene.accumulate(run, view);
  const Image image = picture(scene, run, view);
  EXPECT_NE(pixel_at(image, view.width / 2, view.height / 2), (Pixel{0, 0, 0})) << "drawn despite scissors";
  for (const GLenum name : {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_BLEND, GL_SCISSOR_TEST,
                            GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_BUFFER}) {
    GLint value = -1;
    glGetIntegerv(name, &value);
    EXPECT_EQ(value, 0) << name;
  }
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  EXPECT_EQ(static_cast<unsigned>(bound), scene.drawn().framebuffer);
  EXPECT_EQ(glCheckFramebufferStatus(GL_FRAMEBUFFER), static_cast<GLenum>(GL_FRAMEBUFFER_COMPLETE));
}

TEST_F(PictureTest, BrokenShaderIsReportedOnceAndTheOldOneStays) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "picture_shaders";
  fs::remove_all(folder);
  fs::copy(ERGO_SOURCE_DIR "/shaders", folder, fs::copy_options::recursive);
  Session run = session("ring8", "esh", 100);
  const View view = view_of(run);
  GlScene scene(std::make_shared<ShaderLibrary>(folder.string()));
  const Image before = picture(scene, run, view);
  const fs::path file = folder / "draw" / "resolve.frag";
  std::ofstream(file, std::ios::app) << "nonsense nonsense;\n";
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(2));
  try {
    scene.draw(run, view);
    ADD_FAILURE() << "a broken shader went unnoticed";
  } catch (const Error& error) {
    EXPECT_NE(error.where.find("draw/resolve.frag:"), std::string::npos) << error.where;
  }
  take_gl_messages();  // the compiler's message is one
  EXPECT_EQ(picture(scene, run, view).rgba, before.rgba);
  fs::remove_all(folder);
}

TEST_F(PictureTest, TooLargeAPictureIsTheMachinesLimit) {
  Session run = session("ring8", "esh", 1);
  View view = view_of(run);
  view.width = 1 << 20;
  GlScene scene;
  try {
    scene.draw(run, view);
    ADD_FAILURE() << "drawn";
  } catch (const Error& error) {
    EXPECT_EQ(error.blame, Blame::machine);
    EXPECT_NE(error.value.find("1048576x200"), std::string::npos);
  }
}

}  // namespace
}  // namespace ergo::picture_test
