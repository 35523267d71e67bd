// What the stories of the presets under SGNHT say. Where a number is a mean over chains the threshold is four
// of its standard errors; the seeds are those of the presets.
#include <array>
#include <cmath>
#include <numeric>

#include "tests/stories/asserted_stories.h"
#include "tests/units/double_well_distributions.h"
#include "tests/watched_session.h"

namespace ergo::sgnht_presets_test {
namespace {

const AssertedHere stories = {
    {"sgnht-1-friction-0.1", "Kinetic energy settles at B/2ξ = 5 instead of ½, and the wells no longer hold"},
    {"sgnht-1-friction-1", "So the distribution is right, but only because somebody knew B"},
    {"sgnht-1-friction-10", "Kinetic energy settles near 0.05"},
    {"sgnht-1-friction-10", "chains hardly ever cross the barrier"},
    {"sgnht-1-thermostat", "its mean over the chains settles at A + B = 1, and the two wells fill"},
    {"sgnht-1-phase", "ξ is independent of x and p, with mean 1 and standard deviation 1"},
    {"sgnht-2-coarse", "its variance is right within a tenth at both A"},
    {"sgnht-2-coarse", "(A + B)/A times too wide: five times and 1.4 times"},
    {"sgnht-2-fine", "and 1.4 times too wide above"},
};

Estimate left(WatchedSession& run) { return run.look().occupancy->share[0]; }

TEST(FigureSgnht1, LittleFrictionDrownsTheWellsInHeat) {
  WatchedSession run = run_of("sgnht-1-friction-0.1");
  run.advance(4000, 1);
  expect_mean(run.channel("kinetic_energy"), kinetic_energy_under(0.1));
  expect_mean(left(run), left_mass(10));
  EXPECT_LT(left_mass(10), 0.6) << "hardly told from no wells at all";
}

/// Share of the chains that are in the other well after so many steps more.
Estimate crossed(WatchedSession& run, std::uint64_t steps) {
  const ChainData before = run.session().read();
  run.session().advance(steps);
  const ChainData after = run.session().read();
  ChannelMean mean;
  for (std::size_t i = 0; i < before.chains; ++i) mean.add((before.x(i).x < 0) != (after.x(i).x < 0));
  return {mean.mean, std::sqrt(mean.variance / static_cast<double>(mean.count))};
}

// Where friction is B: from the exact distribution, the distribution stays, and chains cross in 2000 steps.
TEST(FigureSgnht1, TheRightFrictionKeepsTheDistributionAndMuchFrictionKeepsTheWell) {
  RunConfig config = load_preset("sgnht-1-friction-1").config;
  apply(config, {"start", "exact"});
  WatchedSession right(config, {}), much = run_of("sgnht-1-friction-10");
  right.advance(2000, 1);
  expect_mean(right.channel("kinetic_energy"), kinetic_energy_under(1));
  expect_mean(left(right), left_mass(1));
  const DiagnosticReport& report = right.look();
  EXPECT_LT(report.mmd->mmd2, 3 * report.band->high);
  expect_greater(crossed(right, 2000), {0.05, 0});
  much.advance(4000, 1);
  expect_mean(much.channel("kinetic_energy"), kinetic_energy_under(10));
  EXPECT_NEAR(kinetic_energy_under(10), 0.05, 0.005);
  EXPECT_LT(crossed(much, 2000).value, 0.01);
}

TEST(FigureSgnht1, TheThermostatFillsTheWells) {
  WatchedSession run = run_of("sgnht-1-thermostat");
  run.advance(4000, 1);
  const Estimate early = left(run);
  run.advance(6000, 1);
  expect_greater(left(run), early);
  EXPECT_LT(left(run).value, left_mass(1) + 4 * left(run).error);
  expect_mean(run.channel("xi"), 1, 0.01);
  expect_mean(run.channel("kinetic_energy"), 0.5, 0.005);
}

/// Correlation of two lists of numbers.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n,
               mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

// "In the end every colour is everywhere: xi is independent of x and p, with mean 1 and standard deviation
// 1", up to O(h), h = 0.01. At the start xi rises in the fast ones. Correlations have a standard error of
// 1/sqrt(n).
TEST(FigureSgnht1, FrictionIsIndependentOfPlaceAndMomentum) {
  WatchedSession run = run_of("sgnht-1-phase");
  const auto correlations = [&] {
    const ChainData data = run.session().read();
    const Descriptor& d = run.session().sampler_descriptor();
    const auto p = static_cast<std::size_t>(state_offset(d, "p")),
               xi = static_cast<std::size_t>(state_offset(d, "xi"));
    std::vector<double> frictions, places, momenta, squares;
    for (std::size_t i = 0; i < data.chains; ++i) {
      const auto row = data.state_row(i);
      frictions.push_back(row[xi]), places.push_back(row[0]);
      momenta.push_back(row[p]), squares.push_back(row[p] * row[p]);
    }
    return std::array{correlation(frictions, places), correlation(frictions, momenta),
                      correlation(frictions, squares)};
  };
  const double limit = 4 / std::sqrt(4096) + 0.01;
  run.session().advance(20);
  EXPECT_GT(correlations()[2], limit);
  run.session().advance(6000);
  for (const double found : correlations()) EXPECT_NEAR(found, 0, limit);
  expect_mean(run.channel("xi"), 1, 0.01);
  EXPECT_NEAR(run.channel_sd("xi"), 1, 4 / std::sqrt(2 * 4096) + 0.01);
}

/// A and B of a run, and its variance in units of the posterior's.
struct MeanOfData {
  double h, A, B;
  Estimate variance;
};
MeanOfData mean_of_data(const std::string& preset, std::size_t run, std::uint64_t steps) {
  WatchedSession watched = run_of(preset, run, 1000);
  watched.advance(steps, 1);
  const Session& session = watched.session();
  const auto of = [&](const char* id) {
    return parameter(session.config().sampler, session.sampler_descriptor(), id);
  };
  const double h = of("step_size"), sd = std::sqrt(session.target().minibatch_covariance({}).xx);
  const DiagnosticReport& report = watched.look();
  return {h, of("diffusion"), h * sd * sd / 2, {100 * report.variance.x, 100 * report.variance_error.x}};
}

// Under Euler's step: SGNHT's variance is 1 - (A + B) h/2 of the target's, to first order in h; SGHMC's T (1
// - A h/2)/(1 - A h/2 - k h^2/4) with T = (A + B)/A and k = 100. Friction comes to rest in some 1/xi in time.
TEST(FigureSgnht2, OnlyTheThermostatFindsTheNoise) {
  for (const auto& [preset, steps] : {std::pair("sgnht-2-coarse", 3000), std::pair("sgnht-2-fine", 12000)})
    for (const std::size_t pair : {0u, 2u}) {
      SCOPED_TRACE(preset);
      const auto [h, A, B, found] = mean_of_data(preset, pair, static_cast<std::uint64_t>(steps));
      const double slope = (A + B) * h / 2;
      expect_mean(found, 1 - slope, slope * slope);
      const auto guess = mean_of_data(preset, pair + 1, static_cast<std::uint64_t>(steps));
      const double damped = 1 - A * h / 2;
      expect_mean(guess.variance, (A + B) / A * damped / (damped - 25 * h * h));
    }
}

// Friction: E p^2 = 1 where xi rests, and in a step noise gives 2 (A + B) h to p^2, friction takes 2 xi h -
// (xi h)^2, the force nothing (to this order, E[theta p] = h/2 makes up for |grad|^2 h^2): xi (1 - xi h/2) =
// A + B. p^2 follows (A + B)/xi, so that xi comes to rest in A + B of time, e^-6 of the way being left after
// six.
TEST(FigureSgnht2, FrictionFindsTheNoise) {
  for (const char* preset : {"sgnht-2-coarse", "sgnht-2-fine"})
    for (const std::size_t run : {0u, 2u}) {
      SCOPED_TRACE(preset);
      const auto [h, A, B, variance] = mean_of_data(preset, run, 1);
      WatchedSession watched = run_of(preset, run, 1000);
      watched.advance(static_cast<std::uint64_t>(6 * (A + B) / h), 1);
      const double slope = (A + B) * h / 2, rest = (1 - std::sqrt(1 - 4 * slope)) / h;
      expect_mean(watched.channel("xi"), rest, (A + B) * slope * slope + std::exp(-6.0) * B);
    }
}

}  // namespace
}  // namespace ergo::sgnht_presets_test
