// The software renderer draws the pictures of OpenGL: off by more than 2/255 in at most one pixel of a thousand.
#include "core/lanes/simd_backend.h"
#include "core/raster/software_scene.h"
#include "core/settings/preset_edit.h"
#include "core/view/projection.h"
#include "tests/machine_fixture.h"
#include "tests/picture/scene_fixture.h"
#include "tests/sample.h"

namespace ergo::renderers_test {
namespace {

class RenderersTest : public SceneTest {
 protected:
  static constexpr int width = 330, height = 210;  // no multiples of a tile or of any number of lanes

  static std::unique_ptr<Session> session_of(RunConfig config, const Journal& journal = {}) {
    return std::make_unique<Session>(
        std::move(config), simd_or_cpu(), journal);
  }
  static std::unique_ptr<Session> session_of(const std::string& target, const std::string& sampler,
                                             std::uint64_t chains) {
    return session_of(pair_config(target, sampler, chains));
  }
  static View view_of_preset(const PresetView& preset, const Session& session, const std::string& theme) {
    View view;
    view.width = width;
    view.height = height;
    view.palette = palette(theme);
    view.draws = draws_named(preset.draws.value_or("weighted"), "");
    view.colour_by = colour_named(preset.colour_by.value_or("auto"), "");
    view.coordinates = coordinates_named(preset.coordinates.value_or("position"), "");
    view.show = show_named(preset.show.value_or("target"), "");
    view.contours = preset.contours.value_or(false);
    view.trails = preset.trails.value_or(true);
    look_at_all(session, view);
    return view;
  }
  static void look_at_all(const Session& session, View& view) {
    const double aspect = static_cast<double>(view.width) / view.height;
    view.camera = camera_for(projection(session, view.coordinates).window, aspect);
  }

  /// A frame of both after so many steps.
  void frame(Session& session, const View& view, int steps = 1) {
    for (int k = 0; k < steps; ++k) {
      session.advance(1);
      gl_.accumulate(session, view);
      software_.accumulate(session, view);
    }
    gl_.draw(session, view);
    software_.draw(session, view);
  }
  void begin(Session& session, const View& view) {
    for (Scene* scene : {static_cast<Scene*>(&gl_), static_cast<Scene*>(&software_)}) {
      scene->clear_trails();
      scene->accumulate(session, view);
    }
  }

  void expect_alike(const std::string& of) {
    const Image one = gl_.read(), other = software_.read();
    ASSERT_EQ(one.rgba.size(), other.rgba.size()) << of;
    std::size_t apart = 0;
    int most = 0;
    for (std::size_t i = 0; i < one.rgba.size(); i += 4) {
      int largest = 0;
      for (std::size_t k = 0; k < 4; ++k) largest = std::max(largest, std::abs(one.rgba[i + k] - other.rgba[i + k]));
      apart += largest > 2;
      most = std::max(most, largest);
    }
    const double share = static_cast<double>(apart) / (static_cast<double>(one.rgba.size()) / 4);
    EXPECT_LE(share, 1e-3) << of << ", the largest difference " << most;
    worst_ = std::max(worst_, share);
  }
  void TearDown() override {
    RecordProperty("worst_share", std::to_string(worst_));
    SceneTest::TearDown();
  }

  GlScene gl_;
  SoftwareScene software_;
  double worst_ = 0;
};

TEST_F(RenderersTest, AgreeOnAllPresets) {
  const std::vector<std::string> themes = palette_ids();
  const std::vector<std::string>& names = preset_names();
  for (std::size_t k = 0; k < names.size(); ++k)
    for (std::size_t theme = 0; theme < themes.size(); ++theme) {
      if (!in_sample(theme, themes.size(), k)) continue;
      const Preset preset = load_preset(names[k]);
      PresetSession run = runs_of(preset).front();
      run.config.chains = std::min<std::uint64_t>(run.config.chains, 700);
      const auto session = session_of(run.config, run.journal);
      const View view = view_of_preset(preset.view, *session, themes[theme]);
      begin(*session, view);
      for (int frames = 0; frames < 4; ++frames) frame(*session, view, 3);
      expect_alike(names[k] + " " + themes[theme]);
    }
}

TEST_F(RenderersTest, AgreeOnAllTargets) {
  for (const Space space : {Space::plane, Space::lattice})
    for (const auto& target : targets(space)) {
      const auto session = session_of(target.descriptor.id, space == Space::plane ? "ula" : "dmala", 400);
      View view = view_of(session->target(), "light", width, height);
      view.contours = true;
      begin(*session, view);
      frame(*session, view, 2);
      expect_alike(target.descriptor.id);
    }
}

TEST_F(RenderersTest, AgreeOnAllColoursAndAxes) {
  std::size_t pictures = 0;
  for (const auto& sampler : kernel_samplers()) {
    const bool lattice = sampler.descriptor.space == Space::lattice;
    const auto session =
        session_of(lattice ? "lattice8" : sampler.descriptor.id == "nose_hoover" ? "oscillator" : "banana",
                   sampler.descriptor.id, 600);
    for (const Coordinates coordinates : coordinates_of(sampler.descriptor))
      for (const std::string& colour : colour_names()) {
        View view = view_of(session->target(), "dark", width, height);
        view.coordinates = coordinates;
        view.colour_by = colour_named(colour, "");
        const bool falls_back = view.colour_by != ColourBy::automatic && colour_shown(view, *session) != view.colour_by;
        if (falls_back) continue;  // drawn by sampler
        look_at_all(*session, view);
        begin(*session, view);
        frame(*session, view, 2);
        frame(*session, view, 2);
        expect_alike(sampler.descriptor.id + " " + colour);
        ++pictures;
      }
  }
  EXPECT_GT(pictures, 3 * kernel_samplers().size());
}

TEST_F(RenderersTest, AgreeOnWhatSitesShow) {
  const auto session = session_of("lattice_modes", "dmala", 3000);
  const auto& lattice = *session->target().lattice();
  for (const double height : {1.0, 0.3, 0.04, 30.0})  // of the lattice; at the last one a site is smaller than a pixel
    for (const Show show : {Show::target, Show::histogram, Show::difference, Show::expected}) {
      View view = view_of(lattice, "projector", width, RenderersTest::height);
      view.show = show;
      view.contours = show == Show::target;
      view.camera.height *= height;
      view.infinite = {session->step(), std::make_shared<const std::vector<double>>(lattice.distribution())};
      frame(*session, view);
      expect_alike(show_names()[static_cast<std::size_t>(show)] + " " + std::to_string(height));
    }
}

TEST_F(RenderersTest, AgreeWhileTheViewChanges) {
  const auto session = session_of("ring8", "esh", 500);
  View view = view_of(session->target(), "dark", width, height);
  view.trail_life = 20;
  begin(*session, view);
  const auto step = [&](const std::string& of) {
    frame(*session, view, 2);
    expect_alike(of);
  };
  for (int k = 0; k < 3; ++k) step("begun");
  view.camera.centre.x += 0.13 * view.camera.height;
  for (int k = 0; k < 3; ++k) step("moved");
  view.camera.height *= 0.4;
  for (int k = 0; k < 3; ++k) step("nearer");
  view.width += 75;
  view.height -= 40;
  for (int k = 0; k < 3; ++k) step("larger");
  view.transparent = true;
  step("transparent");
  step("transparent");
  view.transparent = false;
  step("opaque");
  view.palette = palette("light");
  step("another theme");
  view.transparent = true;
  view.camera.height *= 1.1;
  step("transparent and moved at once");
  view.transparent = false;
  step("opaque where it was transparent");
  view.scale = 2;
  view.contours = true;
  step("at twice the scale");
  view.trail_life = 3;
  for (int k = 0; k < 30; ++k) frame(*session, view);
  expect_alike("faded");
  view.trails = false;
  step("without trails");
  for (Scene* scene : {static_cast<Scene*>(&gl_), static_cast<Scene*>(&software_)}) scene->hold_trails();
  step("held");
  view.trails = true;
  begin(*session, view);
  step("with trails again");
  for (Scene* scene : {static_cast<Scene*>(&gl_), static_cast<Scene*>(&software_)}) scene->fade(*session, view);
  step("after a frame unseen");
  put(*session, elsewhere(session->target()));
  begin(*session, view);
  gl_.draw(*session, view);
  software_.draw(*session, view);
  expect_alike("without any chain in sight");
}

TEST_F(RenderersTest, AgreeOnChainsWithinAStepAndOnDivergedOnes) {
  const auto session = session_of("funnel", "hmc", 400);
  View view = view_of(session->target(), "dark", width, height);
  ChainData data = session->read();
  for (std::size_t i = 0; i < data.chains; i += 7) data.diverged[i] = 1;
  for (std::size_t i = 0; i < data.chains; i += 5) set_x(data, i, {1e20, -3e25});
  session->backend().write(data);
  gl_.draw(*session, view);
  software_.draw(*session, view);
  expect_alike("diverged chains");
  ChainData moving = session->read();
  for (std::size_t i = 0; i < moving.chains; ++i) set_x(moving, i, {0.01 * static_cast<double>(i), 1});
  gl_.draw(*session, view, &moving);
  software_.draw(*session, view, &moving);
  expect_alike("moving chains");
}

TEST_F(RenderersTest, PortionsAndOtherBackendsMakeTheSamePicture) {
  const auto session = session_of("banana", "esh", 2000);
  View view = view_of(session->target(), "dark", 1400, 900);
  view.contours = true;
  session->advance(3);
  software_.draw(*session, view);
  int pauses = 0;
  SoftwareScene portions, of_double;
  portions.draw(*session, view, nullptr, [&] { ++pauses; });
  EXPECT_GE(pauses, 2 * 5);
  EXPECT_EQ(portions.read().rgba, software_.read().rgba);
  const ChainData same = session->read();
  of_double.draw(*session, view, &same);
  EXPECT_EQ(of_double.read().rgba, software_.read().rgba);
  EXPECT_EQ(software_.density_renders(), 1u);
}

// A picture that was stopped anywhere leaves nothing wrong in those after it.
TEST_F(RenderersTest, PicturesAfterOneThatWasStoppedAreWhole) {
  struct Stopped {};
  for (const char* target : {"banana", "lattice_modes"})
    for (const SceneFactory& scenes : {gl_scenes(), software_scenes()}) {
      const auto session = session_of(target, std::string(target) == "banana" ? "esh" : "dmala", 2000);
      View view = view_of(session->target(), "dark", 1100, 700), other = view;
      view.contours = true;
      other.camera.height *= 0.7;
      const auto scene = scenes();
      int pauses = 0;
      scene->draw(*session, view, nullptr, [&] { ++pauses; });
      const Image whole = scene->read();
      EXPECT_GE(pauses, 4);
      for (int at = 1; at <= pauses; ++at) {
        int left = at;
        EXPECT_THROW(scene->draw(*session, other, nullptr, [&] { --left == 0 ? throw Stopped() : void(); }), Stopped);
        scene->draw(*session, view);
        EXPECT_EQ(scene->read().rgba, whole.rgba) << target << " " << at;
      }
    }
}

TEST_F(RenderersTest, APictureTooLargeIsToldOf) {
  const auto session = session_of("gaussian", "ula", 10);
  View view = view_of(session->target());
  view.width = 40000;
  EXPECT_THROW(software_.draw(*session, view), Error);
}

}  // namespace
}  // namespace ergo::renderers_test
