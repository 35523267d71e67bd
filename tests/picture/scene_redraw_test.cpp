// When the static part of the picture is redrawn, and that drawing has no side effects.
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_redraw_test {
namespace {

TEST_F(SceneTest, DensityIsDrawnOnlyWhenItChanges) {
  const auto run = session("banana", "esh", 100);
  View view = view_of(run->target());
  unsigned expected = 0;
  const auto draws_anew = [&](Session& of, bool anew, const char* what) {
    expected += anew ? 1 : 0;
    for (int frame = 0; frame < 3; ++frame) scene_.draw(of, view);
    EXPECT_EQ(scene_.density_renders(), expected) << what;
  };
  draws_anew(*run, true, "first");
  run->advance(3);
  scene_.accumulate(*run, view);
  draws_anew(*run, false, "steps and trails");
  view.draws = DrawsUsed::raw;
  view.colour_by = ColourBy::energy;
  view.trails = false;
  view.trail_life = 3;
  view.point_size = 4;
  draws_anew(*run, false, "the chains' look");
  view.camera.height *= 0.9;
  draws_anew(*run, true, "camera");
  view.palette = palette("light");
  draws_anew(*run, true, "palette");
  view.contours = true;
  draws_anew(*run, true, "contours");
  view.width += 16;
  draws_anew(*run, true, "size");
  view.scale = 2;
  draws_anew(*run, true, "scale");
  draws_anew(*session("ring8", "esh", 100), true, "target");
  draws_anew(*run, true, "and back");
}

TEST_F(SceneTest, DrawingTwiceGivesTheSamePicture) {
  for (const char* const target : {"ring8", "double_well"}) {
    const auto run = session(target, "esh", 2000);
    run->advance(20);
    for (const ColourBy colour : {ColourBy::sampler, ColourBy::energy, ColourBy::weight}) {
      View view = view_of(run->target());
      view.colour_by = colour;
      const Image first = picture(*run, view);
      EXPECT_EQ(picture(*run, view).rgba, first.rgba) << target;
    }
  }
}

TEST_F(SceneTest, ALandscapeIsDrawnAnewWhenItHasLearned) {
  RunConfig config = pair_config("ring8", "mala", 50);
  config.backend = BackendKind::cpu;
  for (const Assignment& assignment : {Assignment{"learn.model", "network"}, Assignment{"learn.every", "4"},
                                       Assignment{"learn.batch", "50"}, Assignment{"learn.nodes", "16"}})
    apply(config, assignment);
  Session run(config, [](BackendKind) { return std::make_unique<CpuBackend>(); });
  const View view = view_of(run.target());
  const Image first = picture(run, view);
  EXPECT_EQ(scene_.density_renders(), 1u);
  run.advance(4);  // the first iteration comes before the next step
  scene_.draw(run, view);
  EXPECT_EQ(scene_.density_renders(), 1u);
  run.advance(1);
  scene_.draw(run, view);
  EXPECT_EQ(scene_.density_renders(), 2u);
  run.rewind(0);
  EXPECT_EQ(picture(run, view).rgba, first.rgba);
}

}  // namespace
}  // namespace ergo::scene_redraw_test
