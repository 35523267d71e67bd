// What the stories of the presets under Formulas and the captions of the lecture "Type your own" say. Where a
// number is a mean over chains the threshold is four of its standard errors; the seeds are those of the
// presets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <tuple>

#include "core/base/number_text.h"
#include "core/config/remarks.h"
#include "core/diagnostics/mode_cells.h"
#include "core/truth/exact_draws.h"
#include "core/truth/moment_errors.h"
#include "core/truth/target_moments.h"
#include "tests/files/lecture_fixture.h"
#include "tests/stories/asserted_stories.h"

namespace ergo::typed_presets_test {
namespace {

const AssertedHere stories = {
    {"typed-bowl",
     "Its density exp(−x² − y²) has variance 1/2 along both axes, and after 50 steps of MALA so have the "
     "chains"},
    {"typed-himmelblau", "All four minima have the energy 0, yet they hold 33, 27, 24 and 17 % of the mass"},
    {"typed-himmelblau", "HMC with a path of 1.5 brings chains from one minimum to these shares"},
    {"typed-egg-box", "their variance is below 4 after 300 steps"},
    {"typed-egg-box", "within 700 steps it is 20, that of the bowl without wells"},
    {"typed-student", "at x = 30 the force is 0.17, where that of a Gaussian is 30"},
    {"typed-student", "After 250 steps of MALA from there the chains’ mean of x is still above 5"},
    {"typed-student", "More degrees, by the slider n, make the tails lighter"},
    {"typed-lattice", "the integers 0 to 16"},
    {"typed-lattice", "each of 289 sites"},
    {"typed-lattice", "After 400 steps of DMALA the histogram is as near to them as that of exact draws"},
};

/// Without reports, which would first find out what exact draws are like.
Session session_of(const Preset& preset) { return {preset.config, test_factory(), preset.journal}; }

/// Mean over the chains of a value of their positions.
template <class Value>
Estimate mean_of(Session& session, Value value) {
  ChannelMean mean;
  const ChainData data = session.read();
  for (std::size_t i = 0; i < data.chains; ++i) mean.add(value(data.x(i)));
  return {mean.mean, std::sqrt(mean.variance / static_cast<double>(mean.count))};
}
Estimate mean_square_x(Session& session) {
  return mean_of(session, [](Position x) { return x.x * x.x; });
}
Estimate mean_square_y(Session& session) {
  return mean_of(session, [](Position x) { return x.y * x.y; });
}

TEST(TypedPresets, TheBowlHasVarianceOneHalf) {
  Session session = session_of(load_preset("typed-bowl"));
  EXPECT_NEAR(exact_moments(session.target()).variance.x, 0.5, 1e-6);
  session.advance(50);
  expect_mean(mean_of(session, [](Position x) { return x.x; }), 0);
  expect_mean(mean_square_x(session), 0.5);
  expect_mean(mean_square_y(session), 0.5);
}

TEST(TypedPresets, EqualMinimaHoldUnequalShares) {
  WatchedSession run = run_of("typed-himmelblau");
  const Target& target = run.session().target();
  ASSERT_EQ(target.modes().size(), 4u);
  for (const Mode& mode : target.modes()) EXPECT_NEAR(target.evaluate(mode.centre).energy, 0, 1e-9);
  EXPECT_EQ(run.look().occupancy->share[0].value, 1);
  run.session().advance(200);
  const Occupancy occupancy = *run.look().occupancy;
  std::vector<double> masses = occupancy.mass;
  std::ranges::sort(masses, std::greater());
  for (const auto& [mass, percent] :
       {std::pair{masses[0], 33}, {masses[1], 27}, {masses[2], 24}, {masses[3], 17}})
    EXPECT_NEAR(100 * mass, percent, 0.5);
  for (std::size_t k = 0; k < 4; ++k) expect_mean(occupancy.share[k], occupancy.mass[k]);
  const RunConfig& config = run.session().config();
  const auto value = [&](const char* id) {
    return parameter(config.sampler, run.session().sampler_descriptor(), id);
  };
  EXPECT_NEAR(value("step_size") * value("leapfrog_steps"), 1.5, 1e-12);
}

TEST(TypedPresets, LowerBarriersFillTheBowl) {
  Session session = session_of(load_preset("typed-egg-box"));
  session.advance(300);
  expect_greater({4, 0}, mean_square_x(session));
  expect_greater({4, 0}, mean_square_y(session));
  EXPECT_NEAR(exact_moments(session.target()).variance.x, 20, 1e-3);
  session.advance(700);
  EXPECT_NEAR(exact_moments(session.target()).variance.x, 20, 1e-3);
  expect_mean(mean_square_x(session), 20);
  expect_mean(mean_square_y(session), 20);
}

TEST(TypedPresets, AHeavyTailPullsWeakly) {
  Session session = session_of(load_preset("typed-student"));
  EXPECT_NEAR(session.target().evaluate({30, 0}).gradient.x, 0.17, 0.005);
  session.advance(250);
  expect_greater(mean_of(session, [](Position x) { return x.x; }), {5, 0});
  RunConfig lighter = session.config();
  apply(lighter, {"target.n", "10"});
  const auto far = [](const Target& target) {
    return target.evaluate({30, 0}).energy - target.evaluate({0, 0}).energy;
  };
  EXPECT_GT(far(*make_target(lighter)), far(session.target()));
}

void expect_exact_histogram(const SiteReport& sites) {
  EXPECT_NEAR(sites.distance.total_variation.value, sites.floor.total_variation.mean,
              4 * sites.floor.total_variation.sd);
}

TEST(TypedPresets, IntegersAreKnownExactly) {
  WatchedSession run = run_of("typed-lattice");
  EXPECT_EQ(run.session().target().lattice()->sides(), (Sides{17, 17}));
  run.session().advance(400);
  expect_exact_histogram(*run.look().sites);
}

// The lecture. Its first cue and those on Student's t and on integers play the presets for the steps above.
TEST(LectureTyped, CuesPlayPresetsWhoseStoriesAreTested) {
  const Lecture lecture = load_lecture("typed");
  for (const auto& [cue, preset, steps] :
       {std::tuple{1u, "typed-bowl", 50u}, {4u, "typed-student", 250u}, {6u, "typed-lattice", 400u}}) {
    EXPECT_EQ(lecture.cues[cue - 1].preset, preset);
    EXPECT_EQ(lecture.cues[cue - 1].steps, steps);
    EXPECT_TRUE(lecture.cues[cue - 1].set.empty());
  }
  EXPECT_EQ(make_target(preset_at(lecture, 0).config)->dim, 2);
  EXPECT_NEAR(ExactDraws(make_target(preset_at(lecture, 0).config)).log_normaliser(), 1.145, 5e-4);
}

TEST(LectureTyped, TheBananasMeanAndIntegralAreFound) {
  RunConfig config = preset_at(load_lecture("typed"), 1).config;
  for (const double b : {1.0, 5.0, 100.0}) {
    apply(config, {"target.b", number_text(b)});
    const std::shared_ptr<const Target> target = make_target(config);
    const TargetMoments moments = exact_moments(*target);
    EXPECT_NEAR(moments.mean.x, 1, 1e-4) << b;
    EXPECT_NEAR(moments.mean.y, 2, 1e-4) << b;
    EXPECT_NEAR(ExactDraws(target).log_normaliser(), std::log(2 * std::numbers::pi / std::sqrt(b)), 1e-4)
        << b;
  }
}

TEST(LectureTyped, TwoModesWithTheirMasses) {
  const std::shared_ptr<const Target> target = make_target(preset_at(load_lecture("typed"), 2).config);
  const TabulatedDensity table = tabulate(*target);
  EXPECT_NEAR(table.log_normaliser, 0, 1e-6);
  const std::vector<double> masses = ModeCells(*target, table).masses();
  ASSERT_EQ(masses.size(), 2u);
  EXPECT_NEAR(masses[0], 0.71, 0.005);
  EXPECT_NEAR(masses[1], 0.29, 0.005);
}

TEST(LectureTyped, WhatIsNoDensityIsSaidToBeNone) {
  const Preset preset = preset_at(load_lecture("typed"), 4);
  const std::string words = target_remark(preset.config);
  EXPECT_EQ(words.find("This is no density: in the direction ("), 0u) << words;
  Session session = session_of(preset);
  EXPECT_EQ(session.read().x(0), (Position{3, 0}));
  Estimate energy{session.target().evaluate({3, 0}).energy, 0};
  for (const std::uint64_t step : {400, 1200, 3600}) {
    session.advance(step - session.step());
    const Estimate now = mean_of(session, [&](Position x) { return session.target().evaluate(x).energy; });
    expect_greater(now, energy);
    energy = now;
  }
  RunConfig proper = preset.config;
  apply(proper, {"target.text", "1.1 log(1 + x^2 + y^2)"});
  EXPECT_EQ(target_remark(proper), "");
}

TEST(LectureTyped, TheVarianceOfATIsGivenWithAnErrorOrNot) {
  RunConfig config = preset_at(load_lecture("typed"), 3).config;
  const TabulatedDensity table = tabulate(*make_target(config));
  const MomentErrors errors = moment_errors(table);
  EXPECT_NEAR(moments_of(table).variance.x, 3, errors.variance.x);
  EXPECT_TRUE(std::isfinite(errors.variance.x));
  apply(config, {"target.n", "2"});
  EXPECT_TRUE(std::isinf(moment_errors(tabulate(*make_target(config))).variance.x));
}

}  // namespace
}  // namespace ergo::typed_presets_test
