// What the stories of the presets under Classroom say. Where a number is a mean over chains the threshold is four of
// its standard errors; the seeds are those of the presets.
#include <array>
#include <cmath>
#include <numbers>

#include "core/settings/preset_edit.h"
#include "tests/recorded_run.h"
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
    {"classroom-2-swing", "After step 400 split R-hat falls below 1.01 time and again"},
    {"classroom-2-swing", "Over 600 steps MMD² is a hundred times above its band in nine reports of ten"},
    {"classroom-2-swing", "Friction 0.3 and 2 reach the target, friction 30 creeps"},
    {"classroom-3-step", "h = 0.01 has ten times the target’s variance and h = 0.001 one and a half times"},
    {"classroom-3-step", "h = 0.0001 agrees with the target"},
    {"classroom-3-step", "h = 0.00001 has come less than half of the way"},
    {"classroom-4-tail", "MALA with steps of 0.5 never accepts a proposal"},
    {"classroom-4-tail", "The random walk and NUTS reach the target within 3000 gradients"},
    {"classroom-4-tail", "MALA with steps of 0.1 needs more than 7000"},
    {"classroom-5-stuck", "four chains from one mode, four from spread starts, 400 from that one mode"},
    {"classroom-5-stuck", "From one mode split R-hat comes close to 1, for 400 chains as for four"},
    {"classroom-5-stuck", "with 87.5 % of the mass missing"},
    {"classroom-5-stuck", "From spread starts it rises above 5 and stays there"},
    {"classroom-6-noise", "Four runs from exact draws, two of them with mini-batch gradients"},
    {"classroom-6-noise", "MALA stays in the target with noisy gradients too"},
    {"classroom-6-noise", "accepts 40 % of its proposals instead of 92 %"},
    {"classroom-6-noise", "ULA, without the Metropolis step, has 1.3 times the target’s variance with exact gradients"},
    {"classroom-6-noise", "and four times with noisy ones"},
    {"classroom-burn-in", "It moves 0.2 per step towards the target, so that the first 150 steps depend on the start"},
    {"classroom-burn-in", "With them a chain is worth less than a tenth of a draw after 500 steps"},
    {"classroom-burn-in", "Drag the burn-in line of the trace to 200: the rest is worth more than 10"},
    {"classroom-correlation", "Small proposals are nearly all accepted, large ones nearly all rejected"},
    {"classroom-correlation", "An independent draw costs about 100 steps of the first, 9 of the second and 200 of the third"},
    {"classroom-correlation", "ESS is the number of steps divided by that cost"},
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

// The barrier between two modes is 1.53^2/(2 0.25^2) - log 2 = 18.0 high: no chain crosses it. Where each half of a chain has
// seen all that the others have, R-hat^2 - 1 is (F - 1)/n for n draws of a half and F the ratio of two variances with
// 2 x chains - 1 degrees of freedom: for four chains and n near 25, 0.03 is exceeded once in a thousand reports and
// 0.1 never; measured with s = 0.3, three seeds and three step sizes, 0.041 at most.
TEST(ClassroomPresets, RhatTellsOfStuckChainsOnlyFromSpreadStarts) {
  const auto runs = runs_of(load_preset("classroom-5-stuck"));
  EXPECT_EQ(runs[0].config.chains, 4u);
  EXPECT_EQ(runs[1].config.chains, 4u);
  EXPECT_EQ(runs[2].config.chains, 400u);
  EXPECT_EQ(runs[0].config.start, runs[2].config.start);
  EXPECT_NE(runs[0].config.start, runs[1].config.start);
  for (const auto& [run, from_1] : {std::pair{0u, 0.1}, {2u, 0.01}}) {
    WatchedSession stuck = run_of("classroom-5-stuck", run);
    stuck.advance(2000, 100);
    const DiagnosticReport& report = stuck.look();
    EXPECT_NEAR(report.split_rhat.value, 1, from_1) << run;
    EXPECT_EQ(report.modes->ever, 1) << run;
    for (std::size_t mode = 1; mode < 8; ++mode) EXPECT_EQ(report.modes->occupancy[mode], 0) << "of an eighth";
    EXPECT_GT(report.mmd->mmd2, report.band->high) << run;
  }
  WatchedSession spread = run_of("classroom-5-stuck", 1);
  spread.advance(40, 40);
  for (int report = 0; report < 20; ++report) {
    spread.advance(100, 5);
    EXPECT_GT(spread.look().split_rhat.value, 5);
  }
}

// One step of ULA has x' - m = (1 - eps^2/(2 s^2)) (x - m) + noise of variance eps^2 + (eps^2/2)^2 V, V that of the
// gradient: at eps = s = 0.1 the stationary variance is (1 + 0.0025 V)/0.75 of the target's. A sample variance of 4000
// chains has a standard error of 2.2 %. MALA keeps a chain's noisy gradient with its state, so that the forward and
// the backward proposal are those that were and would be drawn, and the energies are exact: it keeps the target.
TEST(ClassroomPresets, MetropolisRepairsNoisyGradients) {
  const auto runs = runs_of(load_preset("classroom-6-noise"));
  std::vector<double> variances, acceptances;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    EXPECT_EQ(runs[run].config.start.id, "exact");
    EXPECT_EQ(gradient_noise_of(runs[run].config).kind, run % 2 ? NoiseKind::minibatch : NoiseKind::none);
    WatchedSession each = run_of("classroom-6-noise", run);
    each.advance(400);
    const DiagnosticReport& report = each.look();
    variances.push_back(report.variance.x / 0.01);
    const Distance from_target = {*report.mmd, *report.band};
    run < 2 ? expect_like_exact(from_target) : expect_told_apart(from_target);
    if (run < 2) acceptances.push_back(each.channel("acceptance_rate").value);
  }
  const double V = std::pow(gradient_noise_sd(runs[3].config), 2), tolerance = 4 * std::sqrt(2.0 / 4000);
  for (const std::size_t run : {0, 1}) EXPECT_NEAR(variances[run], 1, tolerance);
  EXPECT_NEAR(variances[2], 1 / 0.75, tolerance / 0.75);
  EXPECT_NEAR(variances[3], (1 + 0.0025 * V) / 0.75, tolerance * (1 + 0.0025 * V) / 0.75);
  EXPECT_NEAR(variances[3], 4, 0.5);
  // One step's acceptance varies among 4000 chains by 0.35 at most: 4 standard errors are 0.022.
  EXPECT_NEAR(acceptances[0], 0.92, 0.022);
  EXPECT_NEAR(acceptances[1], 0.40, 0.022);
}

Autocorrelation autocorrelation_of_x(const RecordedRun& run, double burn_in) {
  const ChainValues values = values_after(run.traces(), ChainQuantity::x, burn_in);
  return autocorrelation(values, scale_of(run.traces(), ChainQuantity::x, values));
}

RunConfig on_processor(RunConfig config) {
  config.backend = BackendKind::cpu;
  return config;
}

// Far out a proposal is accepted if it leads inwards: sd/sqrt(2 pi) = 0.2 a step.
TEST(ClassroomPresets, BurnInCostsMostOfTheEffectiveSampleSize) {
  RecordedRun run(on_processor(load_preset("classroom-burn-in").config));
  const auto mean_x = [&](std::size_t steps) {
    run.advance(steps - 1);
    run.advance(1, false);
    return run.last.mean.x;
  };
  EXPECT_NEAR(mean_x(100), -30 + 100 * 0.5 / std::sqrt(2 * std::numbers::pi), 0.5);
  EXPECT_LT(mean_x(40), -1.5);  // step 140
  EXPECT_GT(mean_x(60), -0.3);  // step 200
  run.advance(300);
  EXPECT_LT(autocorrelation_of_x(run, 0).ess.value, 0.1);
  const Estimate after = autocorrelation_of_x(run, 200).ess;
  EXPECT_GT(after.value, 10) << after.error;
}

/// Steps per effective draw of x over 500 steps, from all chains. Its relative error is sqrt(2/chains).
double steps_per_draw(const RunConfig& config) {
  Session session(on_processor(config), test_factory());
  ChainValues values{.chains = config.chains};
  for (int step = 0; step < 500; ++step) {
    session.advance(1);
    const ChainData data = session.read();
    values.steps.push_back(static_cast<double>(data.step));
    for (std::size_t i = 0; i < data.chains; ++i) values.values.push_back(data.x(i).x);
  }
  return autocorrelation(values, {}).time;
}

// The chains begin at exact draws. Small proposals diffuse: A falls by e in 2/(sd^2 accepted) = 111 steps, of which a run
// of 500 sees 99.
TEST(ClassroomPresets, AGoodStepForgetsSoonest) {
  const Preset preset = load_preset("classroom-correlation");
  const std::array expected = {100.0, 9.0, 200.0};
  for (std::size_t run = 0; run < 3; ++run) {
    const RunConfig& config = run == 0 ? preset.config : preset.beside.at(run - 1).config;
    const double steps = steps_per_draw(config);
    EXPECT_NEAR(steps / expected[run], 1, 4 * std::sqrt(2.0 / static_cast<double>(config.chains))) << run;
    RecordedRun recorded(on_processor(config));
    recorded.advance(500);
    const Autocorrelation found = autocorrelation_of_x(recorded, 0);
    EXPECT_NEAR(found.time * found.ess.value, 501, 1e-6);
    const auto channel = std::ranges::find(recorded.last.channel_ids, "acceptance_rate") - recorded.last.channel_ids.begin();
    const double accepted = recorded.last.channels.at(static_cast<std::size_t>(channel)).mean;
    EXPECT_TRUE(run == 0 ? accepted > 0.8 : run == 2 ? accepted < 0.02 : true) << accepted;
  }
}

}  // namespace
}  // namespace ergo::classroom_presets_test
