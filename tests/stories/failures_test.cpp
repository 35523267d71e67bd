// What the gallery of failures says, of the healthy run and of the broken one beside it. Where a number is a
// mean over chains the threshold is four of its standard errors; the seeds are those of the presets.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/stories/asserted_stories.h"
#include "tests/units/double_well_distributions.h"
#include "tests/watched_session.h"

namespace ergo::failures_test {
namespace {

const AssertedHere stories = {
    {"failure-divergence", "after 20 steps one chain in five has diverged"},
    {"failure-divergence", "while MALA rejects half its steps and stays"},
    {"failure-non-ergodic",
     "so its time averages never agree with the other chains’; a second one breaks the curves"},
    {"failure-trapped",
     "two steps in three accepted and split R-hat close to 1, because hardly a chain has ever left"},
    {"failure-trapped",
     "Of the long steps one in twenty is accepted, and R-hat is worse, but every mode has its share"},
    {"failure-bias", "its variance settles at 4/3"},
    {"failure-frozen-thermostat",
     "Too little friction lets the noise heat the chains tenfold, until the wells no longer hold them"},
    {"failure-frozen-thermostat", "each stays at the bottom of the well it began in"},
    {"failure-broken-weights", "the modes swell to twice their temperature"},
};

double share_error(double p, std::size_t chains) {
  return std::sqrt(p * (1 - p) / static_cast<double>(chains));
}

TEST(Failures, SitTogetherHealthyBesideBroken) {
  int failures = 0;
  for (const std::string& name : preset_names()) {
    const Preset preset = load_preset(name);
    EXPECT_EQ(preset.group == "Failures", name.starts_with("failure-")) << name;
    if (preset.group != "Failures") continue;
    ++failures;
    EXPECT_FALSE(preset.beside.empty()) << name;
  }
  EXPECT_EQ(failures, 6);
}

// "one chain in five", "rejects half".
TEST(Failures, Divergence) {
  WatchedSession mala = run_of("failure-divergence", 0), ula = run_of("failure-divergence", 1);
  for (WatchedSession* each : {&mala, &ula}) each->advance(20);
  const std::size_t chains = ula.look().chains;
  EXPECT_NEAR(static_cast<double>(ula.look().diverged) / static_cast<double>(chains), 0.2,
              4 * share_error(0.2, chains));
  EXPECT_EQ(mala.look().diverged, 0u);
  expect_mean(mala.channel("acceptance_rate"), 0.5, 0.03);
  EXPECT_NEAR(mala.look().variance.x, 4, 4 * mala.look().variance_error.x);
}

/// Spread over the chains of their time averages of x^2.
double spread_of_averages(std::size_t run) {
  WatchedSession watched = run_of("failure-non-ergodic", run);
  Session& session = watched.session();
  constexpr int reads = 1600;
  std::vector<double> average(session.config().chains);
  for (int k = 0; k < reads; ++k) {
    session.advance(100);
    const ChainData data = session.read();
    for (std::size_t i = 0; i < average.size(); ++i) average[i] += data.x(i).x * data.x(i).x / reads;
  }
  ChannelMean mean;
  for (const double value : average) mean.add(value);
  return std::sqrt(mean.variance);
}

// The spread falls as one over the root of the time, or never. Spreads of 24 chains are known to 1/sqrt(48)
// of themselves, their ratio to a fifth. A quarter of this time made the ratio 5, so it is about 10 here.
TEST(Failures, NotErgodic) {
  const double two = spread_of_averages(0), one = spread_of_averages(1);
  EXPECT_GT(one / two * (1 - 4 * 0.2), 1) << one << " and " << two;
}

// "two steps in three", "one in twenty". Between two modes 3.1 apart of standard deviation 0.3 the density
// falls by e^-13.
TEST(Failures, Trapped) {
  WatchedSession wide = run_of("failure-trapped", 0), narrow = run_of("failure-trapped", 1);
  for (WatchedSession* each : {&wide, &narrow}) each->advance(1000, 100);
  expect_mean(narrow.channel("acceptance_rate"), 2.0 / 3, 0.03);
  expect_mean(wide.channel("acceptance_rate"), 0.05, 0.005);
  EXPECT_LT(narrow.look().split_rhat.value, 1.05);
  EXPECT_GT(wide.look().split_rhat.value, narrow.look().split_rhat.value);
  EXPECT_EQ(narrow.look().modes->ever, 1);
  for (const Estimate& share : wide.look().occupancy->share) expect_mean(share, 1.0 / 8);
  narrow.advance(1000, 100);  // "hardly a chain": of 2048 the seed's run loses one
  EXPECT_GT(narrow.look().occupancy->share[0].value, 0.995);
}

// ULA's distribution on N(0, 1) has variance 1/(1 - epsilon^2/4), epsilon = 1.
TEST(Failures, Bias) {
  for (const auto& [run, variance] : {std::pair(0, 1.0), std::pair(1, 4.0 / 3)}) {
    WatchedSession watched = run_of("failure-bias", static_cast<std::size_t>(run));
    watched.advance(50);
    const DiagnosticReport& report = watched.look();
    expect_mean({report.variance.x, report.variance_error.x}, variance);
    expect_mean({report.variance.y, report.variance_error.y}, variance);
  }
}

// Fixed friction under Euler's step: e^{-xi E/B} and K = B/(2 xi (1 - xi h/2)) with B = 1, h = 0.01. At 10
// nothing crosses: the shares are those of the exact draws at the start.
TEST(Failures, FrozenThermostat) {
  const auto after = [](std::size_t run, std::uint64_t steps) {
    auto watched = std::make_unique<WatchedSession>(run_of("failure-frozen-thermostat", run));
    watched->advance(steps);
    return watched;
  };
  const auto left = [](WatchedSession& run) { return run.look().occupancy->share[0]; };
  const auto adapts = after(0, 4000), hot = after(1, 4000), cold = after(2, 1000);
  expect_mean(adapts->channel("kinetic_energy"), 0.5, 0.005);
  expect_mean(left(*adapts), left_mass(1));
  expect_mean(hot->channel("kinetic_energy"), kinetic_energy_under(0.1));
  expect_mean(left(*hot), left_mass(10));
  expect_mean(cold->channel("kinetic_energy"), kinetic_energy_under(10));
  expect_mean(left(*cold), left_mass(1));
}

// Unweighted steps sample p^((d-1)/d), whose virial is d/(d-1) = 2.
TEST(Failures, BrokenWeights) {
  for (const auto& [run, virial] : {std::pair(0, 1.0), std::pair(1, 2.0)}) {
    WatchedSession watched = run_of("failure-broken-weights", static_cast<std::size_t>(run));
    watched.advance(800);
    expect_mean(watched.look(DrawsUsed::weighted).configurational_temperature, virial);
  }
}

}  // namespace
}  // namespace ergo::failures_test
