// What the stories of the presets under Classroom say of step sizes.
#include <cmath>

#include "core/run/parameter_sweep.h"
#include "tests/stories/asserted_stories.h"
#include "tests/watched_session.h"

namespace ergo::classroom_tuning_test {
namespace {

const AssertedHere stories = {
    {"classroom-8-leapfrog", "here up to ε = 2"},
    {"classroom-8-leapfrog", "Without the Metropolis step ε = 1 has 4/3 of the target’s variance and ε = 1.99 a hundred times"},
    {"classroom-8-leapfrog", "With ε = 2.01 every chain flies off to infinity"},
    {"classroom-8-leapfrog", "With the Metropolis step almost nothing is accepted there, and hardly a chain moves"},
    {"classroom-divergences", "on average two units deeper than the rest"},
    {"classroom-divergences",
     "Over 200 steps 7 % of the trajectories diverge with HMC at ε = 0.5, 3 % at ε = 0.25 and 2 % with NUTS"},
    {"classroom-divergences", "HMC’s chains have too little variance of y"},
    {"classroom-divergences", "Shorter steps help a little, the non-centred form is the cure"},
    {"classroom-non-centred", "No trajectory diverges, and after 200 steps all three samplers agree with the target"},
    {"classroom-tuning", "With steps of 0.1 and of 14 a draw costs more than 150 evaluations"},
    {"classroom-tuning", "with steps between 0.9 and 3 fewer than 20"},
};

// A leapfrog step of N(0, 1) keeps x^2 (1 - epsilon^2/4) + p^2, so that with fresh momenta the variance of x is
// 1/(1 - epsilon^2/4). The sample variance of 2000 chains has a standard error of 3.2 %. Above 2 a step multiplies
// the growing part of (x, p) by 1.22, a trajectory of 20 steps by 54.
TEST(ClassroomTuning, TheLeapfrogIsStableUpToTwo) {
  const double tolerance = 4 * std::sqrt(2.0 / 2000);
  for (const auto& [run, step_size] : {std::pair{0u, 1.0}, {1u, 1.99}}) {
    WatchedSession stable = run_of("classroom-8-leapfrog", run);
    stable.advance(60, 1);
    const double variance = 1 / (1 - step_size * step_size / 4);
    EXPECT_NEAR(stable.look().variance.x / variance, 1, tolerance) << step_size;
    EXPECT_NEAR(variance, run == 0 ? 4.0 / 3 : 100, 0.5);
    EXPECT_EQ(stable.session().read().diverged_count(), 0u);
  }
  WatchedSession unstable = run_of("classroom-8-leapfrog", 2);
  unstable.advance(60, 1);
  EXPECT_EQ(unstable.session().read().diverged_count(), 2000u);
}

// A trajectory multiplies H by some 3000 unless it begins on the shrinking line of the (x, p) plane, which it leaves by
// rounding: an energy error of at most 10 asks for less than a 500th of the angles and of the directions in between.
TEST(ClassroomTuning, TheMetropolisStepRejectsAllThatIsUnstable) {
  WatchedSession rejecting = run_of("classroom-8-leapfrog", 3);
  const ChainData start = rejecting.session().read();
  double accepted = 0;
  for (int step = 0; step < 20; ++step) {
    rejecting.advance(1, 1);
    accepted += rejecting.channel("acceptance_rate").value / 20;
  }
  EXPECT_LT(accepted, 1e-3);
  const ChainData now = rejecting.session().read();
  std::size_t moved = 0;
  for (std::size_t i = 0; i < now.chains; ++i) moved += norm(now.x(i) - start.x(i)) > 0;
  EXPECT_LT(moved, now.chains / 100);
}

struct Divergences {
  double share = 0;            ///< of the transitions
  double y = 0, other_y = 0;   ///< means of where chains are after divergent and other transitions
};

/// Over every tenth of 200 steps.
Divergences divergences_of(WatchedSession& run) {
  const int channel = find_channel(run.session().sampler_descriptor(), "diverging");
  ChannelMean share, y, other_y;
  for (int k = 0; k < 20; ++k) {
    run.advance(10, 1);
    const ChainData after = run.session().read();
    for (std::size_t i = 0; i < after.chains; ++i) {
      const double diverging = after.report[i * static_cast<std::size_t>(after.report_size) + static_cast<std::size_t>(channel)];
      share.add(diverging);
      (diverging > 0 ? y : other_y).add(after.x(i).y);
    }
  }
  return {share.mean, y.mean, other_y.mean};
}

// Shares of 40 000 transitions of 2000 chains; with all of a chain's transitions alike their standard error would be
// 0.5 % at 7 % and 0.35 % at 2 to 3 %. A sample variance of 2000 draws has a standard error of 3.2 % of it, and y's
// variance is 9.
TEST(ClassroomTuning, ShorterStepsDivergeLessAndTheOtherFormNever) {
  const double expected[] = {0.07, 0.03, 0.02}, least = 9 * (1 - 4 * std::sqrt(2.0 / 2000));
  double before = 1;
  for (const std::size_t run : {0u, 1u, 2u}) {
    WatchedSession centred = run_of("classroom-divergences", run);
    const Divergences found = divergences_of(centred);
    EXPECT_NEAR(found.share, expected[run], 0.02) << run;
    EXPECT_LT(found.share, before);
    before = found.share;
    EXPECT_LT(found.y, found.other_y - 1.5) << run;
    if (run < 2) {
      EXPECT_LT(centred.look().variance.y, least) << run;
    }
    WatchedSession cured = run_of("classroom-non-centred", run);
    EXPECT_EQ(divergences_of(cured).share, 0) << run;
    expect_like_exact({*cured.look().mmd, *cured.look().band});
  }
}

TEST(ClassroomTuning, ShortAndLongStepsCostMore) {
  const Preset preset = load_preset("classroom-tuning");
  EXPECT_EQ(preset.view.curve, true);
  const SweepOptions options = {.values = {0.1, 0.9, 1.7, 3, 14}, .chains = 512};
  ParameterSweep sweep(preset.config, test_factory()(BackendKind::cpu), options);
  while (!sweep.done()) sweep.advance();
  for (const SweepPoint& point : sweep.points()) {
    const Estimate& rate = point.ess_per_gradient;
    const bool extreme = point.value < 0.5 || point.value > 10;
    if (extreme)
      EXPECT_LT(rate.value + 4 * rate.error, 1.0 / 150) << point.value;
    else
      EXPECT_GT(rate.value - 4 * rate.error, 1.0 / 20) << point.value;
  }
}

}  // namespace
}  // namespace ergo::classroom_tuning_test
