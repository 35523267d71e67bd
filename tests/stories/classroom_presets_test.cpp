// What the stories of the presets under Classroom say. Where a number is a mean over chains the threshold is four of
// its standard errors; the seeds are those of the presets.
#include <cmath>
#include <numbers>

#include "tests/stories/asserted_stories.h"
#include "tests/watched_session.h"

namespace ergo::classroom_presets_test {
namespace {

const AssertedHere stories = {
    {"classroom-1-boomerang", "nearly every proposal accepted"},
    {"classroom-1-boomerang", "A trajectory of a whole period brings each chain back to its start"},
    {"classroom-1-boomerang", "one of half a period takes it to the opposite point"},
    {"classroom-1-boomerang", "Neither mixes, and for half a period R-hat is below 1"},
    {"classroom-1-boomerang", "A quarter period mixes at once"},
    {"classroom-1-boomerang", "Step size jitter of 20 % cures the whole period"},
    {"classroom-2-swing", "With friction 0.02 all chains swing to and fro together"},
    {"classroom-2-swing", "After 400 steps split R-hat falls below 1.01 time and again"},
    {"classroom-2-swing", "while MMD² is a hundred times above its band in nine reports of ten"},
    {"classroom-2-swing", "Friction 0.3 and 2 reach the target, friction 30 creeps"},
    {"classroom-3-step", "h = 0.01 has ten times the target’s variance and h = 0.001 one and a half times"},
    {"classroom-3-step", "h = 0.0001 agrees with the target"},
    {"classroom-3-step", "h = 0.00001 has come less than half of the way"},
    {"classroom-4-tail", "MALA with steps of 0.5 never accepts a proposal"},
    {"classroom-4-tail", "The random walk and NUTS reach the target within 3000 gradients"},
    {"classroom-4-tail", "MALA with steps of 0.1 needs more than 7000"},
};

Distance distance(WatchedSession& run) {
  const DiagnosticReport& report = run.look();
  return {*report.mmd, *report.band};
}

/// The largest distance of a chain from `sign` times the place where it began.
double farthest_from_start(const ChainData& start, const ChainData& now, double sign) {
  double farthest = 0;
  for (std::size_t i = 0; i < now.chains; ++i) farthest = std::max(farthest, norm(now.x(i) - sign * start.x(i)));
  return farthest;
}

// Leapfrog turns a unit Gaussian's phase by theta with cos theta = 1 - epsilon^2/2: epsilon = 2 sin(pi/20) gives
// theta = pi/10. A rejected proposal would move a chain by its own distance from 0, some 2; the float arithmetic of 60
// trajectories leaves less than 1e-3.
TEST(ClassroomPresets, AWholePeriodReturnsEveryChain) {
  const RunConfig& config = load_preset("classroom-1-boomerang").config;
  EXPECT_NEAR(parameter(config.sampler, sampler_unit("hmc").descriptor, "step_size"),
              2 * std::sin(std::numbers::pi / 20), 1e-6);
  WatchedSession whole = run_of("classroom-1-boomerang", 0), half = run_of("classroom-1-boomerang", 1);
  for (WatchedSession* each : {&whole, &half}) {
    const ChainData start = each->session().read();
    each->advance(59, 59);
    const double sign = each == &whole ? 1 : -1;
    EXPECT_LT(farthest_from_start(start, each->session().read(), sign), 1e-3);
    EXPECT_GT(each->channel("acceptance_rate").value, 0.99999);
    expect_told_apart(distance(*each));
  }
  EXPECT_GT(whole.look().split_rhat.value, 1000);
  half.advance(1, 1);
  EXPECT_LT(half.look().split_rhat.value, 1);
}

TEST(ClassroomPresets, AQuarterPeriodMixesAtOnceAndJitterCuresAWhole) {
  WatchedSession quarter = run_of("classroom-1-boomerang", 2), jittered = run_of("classroom-1-boomerang", 3);
  quarter.advance(1, 1);
  expect_like_exact(distance(quarter));
  EXPECT_GT(quarter.channel("acceptance_rate").value, 0.98);
  jittered.advance(40, 40);
  expect_like_exact(distance(jittered));
  EXPECT_GT(jittered.channel("acceptance_rate").value, 0.98);
}

// Reports at every fourth step; half a swing takes some 50.
TEST(ClassroomPresets, SplitRhatSleepsOnASwing) {
  WatchedSession swing = run_of("classroom-2-swing", 0);
  int reports = 0, far = 0, asleep = 0, asleep_and_far = 0, right = 0, left = 0;
  while (swing.session().step() < 600) {
    swing.advance(4, 1);
    const DiagnosticReport& report = swing.look();
    const bool is_far = report.mmd->mmd2 > 100 * report.band->high;
    ++reports;
    far += is_far;
    right += report.mean.x > 1;
    left += report.mean.x < -1;
    if (report.step < 400 || !(report.split_rhat.value < 1.01)) continue;
    ++asleep;
    asleep_and_far += is_far;
  }
  EXPECT_NEAR(static_cast<double>(far) / reports, 0.9, 0.05);
  EXPECT_GT(right, reports / 8);
  EXPECT_GT(left, reports / 8);
  EXPECT_GT(asleep, 10);
  EXPECT_GT(asleep_and_far, asleep / 2);
}

TEST(ClassroomPresets, FrictionBetweenTooLittleAndTooMuchReachesTheTarget) {
  for (const std::size_t run : {1, 2}) {
    WatchedSession good = run_of("classroom-2-swing", run);
    good.advance(600);
    expect_like_exact(distance(good));
  }
  WatchedSession creeping = run_of("classroom-2-swing", 3);
  creeping.advance(600);
  EXPECT_GT(creeping.look().mean.x, 0.5);
}

// Euler's scheme with gradient noise of variance V(x) has variance (2h + h^2 V)/(1 - (1 - h/s^2)^2), s^2 = 0.01; with
// mini-batches of ten out of these hundred V is near 850: 10.5 s^2 at h = 0.01 and 1.5 s^2 at 0.001.
TEST(ClassroomPresets, OneStepSizeOfFourIsRight) {
  const double target = 0.01;
  std::vector<DiagnosticReport> reports;
  for (std::size_t run = 0; run < 4; ++run) {
    WatchedSession each = run_of("classroom-3-step", run);
    each.advance(600);
    reports.push_back(each.look());
  }
  const auto ratio = [&](std::size_t run) { return reports[run].variance.x / target; };
  EXPECT_NEAR(ratio(0), 10, 1);
  EXPECT_NEAR(ratio(1), 1.5, 0.1);
  expect_like_exact({*reports[2].mmd, *reports[2].band});
  // Each step takes h/s^2 = 1e-3 of the way that is left: 1 - exp(-0.6) = 0.451 of it is gone.
  const double mean = reports[2].mean.x;
  EXPECT_NEAR((1 - reports[3].mean.x) / (1 - mean), -std::expm1(-0.6), 0.02);
}

TEST(ClassroomPresets, OneSamplerOfFourStaysInTheTail) {
  WatchedSession nailed = run_of("classroom-4-tail", 0), small = run_of("classroom-4-tail", 1),
                 walk = run_of("classroom-4-tail", 2), nuts = run_of("classroom-4-tail", 3);
  const ChainData start = nailed.session().read();
  nailed.advance(3000);
  EXPECT_EQ(farthest_from_start(start, nailed.session().read(), 1), 0);
  EXPECT_LT(nailed.channel("acceptance_rate").value, 1e-6);
  small.advance(7000);
  expect_told_apart({*small.look().mmd, *small.look().band});
  walk.advance(3000);
  expect_like_exact(distance(walk));
  while (nuts.look().gradient_evaluations < 2900) nuts.advance(5, 1);
  EXPECT_LT(nuts.look().gradient_evaluations, 3000);
  expect_like_exact(distance(nuts));
}

}  // namespace
}  // namespace ergo::classroom_presets_test
