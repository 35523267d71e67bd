// What the stories of the presets named after figures of the plane say. Where a number is a mean over chains
// the threshold is four of its standard errors; the seeds are those of the presets.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/watched_session.h"

namespace ergo {
namespace {

/// MMD^2 with what exact draws would give.
struct Distance {
  MmdEstimate mmd;
  Interval band;
  Estimate estimate() const { return {mmd.mmd2, mmd.error}; }
};
// The tail of the null law falls exponentially, by e^-3 up to the band's end of 95 %: e^-9 remain at three
// times that.
void expect_like_exact(const Distance& d) { EXPECT_LT(d.mmd.mmd2, 3 * d.band.high); }
void expect_told_apart(const Distance& d) { EXPECT_GT(d.mmd.mmd2 - 4 * d.mmd.error, d.band.high); }

/// Of every run of a comparison, by sampler, where a chain has spent so many gradient evaluations. ESH's
/// draws are its places at a uniformly random real time.
std::map<std::string, Distance> race(const std::string& preset, double gradients) {
  std::map<std::string, Distance> found;
  for (std::size_t run = 0; run <= load_preset(preset).beside.size(); ++run) {
    WatchedSession watched = run_of(preset, run);
    Session& session = watched.session();
    watched.advance(session.step_within(gradients), 1);
    const Descriptor& sampler = session.sampler_descriptor();
    const DiagnosticReport& report = watched.look(available(DrawsUsed::ergodic, sampler));
    found[sampler.id] = {*report.mmd, *report.band};
  }
  return found;
}

/// Mean energy of the uniform law on {E < E(0) + k}, k ~ Exp(1): where Newton's law would take chains from
/// the origin, with p ~ N(0, I), if nothing but the energy was conserved. In the plane its invariant law at
/// energy H is uniform on {E < H}.
double mean_energy_within_reach(const Target& target) {
  std::vector<double> energies, means;
  constexpr int cells = 600;
  constexpr double side = 3;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      energies.push_back(
          target.evaluate({side * ((i + 0.5) / cells - 0.5), side * ((j + 0.5) / cells - 0.5)}).energy);
  std::ranges::sort(energies);
  double sum = 0;
  for (std::size_t n = 0; n < energies.size(); ++n)
    means.push_back((sum += energies[n]) / static_cast<double>(n + 1));
  double mean = 0;
  constexpr int quantiles = 1000;
  for (int q = 0; q < quantiles; ++q) {
    const double top = target.evaluate({0, 0}).energy - std::log(1 - (q + 0.5) / quantiles);
    const auto within = std::ranges::lower_bound(energies, top) - energies.begin();
    mean += means[static_cast<std::size_t>(within) - 1] / quantiles;
  }
  return mean;
}

// "nearly evenly": the flow keeps a little more than the energy. 12 reports over 24 000 steps had a mean
// energy of 6.70 +- 0.03, against 6.45.
TEST(FigureEsh2, NewtonStaysUpAndEshDoesNot) {
  WatchedSession esh = run_of("esh-2-roller-coaster", 0), newton = run_of("esh-2-roller-coaster", 1);
  const double even = mean_energy_within_reach(newton.session().target());
  for (WatchedSession* each : {&esh, &newton}) each->advance(1000, 50);
  expect_mean(newton.channel("energy"), even, 0.05 * even);
  const DiagnosticReport& report = esh.look(DrawsUsed::weighted);
  expect_like_exact({*report.mmd, *report.band});
}

/// The run after so many gradient evaluations, with reports on the way.
WatchedSession after(const std::string& preset, double gradients, std::uint64_t reports = 20) {
  WatchedSession watched = run_of(preset);
  watched.advance(watched.session().step_within(gradients), reports);
  return watched;
}
double drift(WatchedSession& run) { return std::abs(run.channel("hamiltonian_error").value); }

// "many digits": the leapfrog's error is hundreds of times as much.
TEST(FigureEsh3, OneChainByThreeIntegrators) {
  WatchedSession scaled = after("esh-3-scaled", 200, 200), rk45 = after("esh-3-rk45", 200);
  EXPECT_GE(scaled.look().modes->ever, 3);
  EXPECT_GE(rk45.session().gradient_evaluations(), 6.0 * static_cast<double>(rk45.session().step()));
  EXPECT_GT(drift(scaled), 100 * drift(rk45));
}

// |dx| = epsilon d/|v|: short where the energy is low, long where it is high.
TEST(FigureEsh3, OriginalTimeStridesBetweenModes) {
  WatchedSession watched = run_of("esh-3-unscaled");
  Session& session = watched.session();
  struct Stride {
    double length, energy;
  };
  std::vector<Stride> strides;
  for (int step = 0; step < 200; ++step) {
    const Position before = session.read().x(0);
    session.advance(1);
    const Position move = session.read().x(0) - before, middle = before + 0.5 * move;
    strides.push_back({norm(move), session.target().evaluate(middle).energy});
  }
  std::ranges::sort(strides, {}, &Stride::length);
  EXPECT_GT(strides.back().energy, strides.front().energy);
  EXPECT_GT(strides.back().length, 2 * strides.front().length);
}

TEST(FigureEsh5, AlongTheValleyAndIntoTheWell) {
  WatchedSession valley = after("esh-5-valley", 80), well = after("esh-5-well", 40);
  EXPECT_GT(valley.look().mean.x - -4, 0.8 * 80 * 0.1) << "of the way that 80 steps of 0.1 can lead";
  for (std::size_t i = 0; i < 24; ++i) EXPECT_LT(norm(well.session().read().x(i)), 0.1);
}

TEST(FigureEsh13, ScaledTimeSpreadsAndOriginalTimeLags) {
  WatchedSession scaled = after("esh-13-scaled", 200), original = after("esh-13-unscaled", 200);
  for (const Estimate& share : scaled.look(DrawsUsed::weighted).occupancy->share) expect_mean(share, 1.0 / 8);
  const std::vector<Estimate> shares = original.look().occupancy->share;
  for (std::size_t mode = 0; mode < shares.size(); ++mode) {
    if (mode != 2) expect_greater(shares[2], shares[mode]);
  }
  EXPECT_LE(run_of("esh-13-rk45").session().step_within(200), 200u / 6);
}

// Figures in words stand for all that round to them.
TEST(FigureEsh14, TwoStayAndTwoSpread) {
  for (const char* preset : {"esh-14-hmc", "esh-14-nose-hoover"})
    expect_mean(after(preset, 200).look().occupancy->share[2], 0.7, 0.05);
  const auto home = [](const char* preset) { return after(preset, 100).look().occupancy->share[2]; };
  expect_greater(home("esh-14-mala"), home("esh-14-ula"));
}

TEST(FigureEsh17, OneDrawOfEveryLongPath) {
  WatchedSession watched = after("esh-17-ergodic", 20000, 1);
  const DiagnosticReport& report = watched.look(DrawsUsed::ergodic);
  expect_like_exact({*report.mmd, *report.band});
  for (const Estimate& share : report.occupancy->share) expect_mean(share, 1.0 / 8);
}

TEST(FigureEsh4, Mixture) {
  const auto early = race("esh-4-mixture", 20), late = race("esh-4-mixture", 100);
  for (const char* id : {"esh", "ula", "mala"}) expect_like_exact(early.at(id));
  for (const char* id : {"nose_hoover", "hmc"}) {
    expect_told_apart(early.at(id));
    expect_like_exact(late.at(id));
  }
}

TEST(FigureEsh4, MixtureFromOneMode) {
  const auto at = race("esh-4-mixture-prior", 100);
  expect_like_exact(at.at("esh"));
  expect_greater(at.at("ula").estimate(), at.at("esh").estimate());
  expect_greater(at.at("mala").estimate(), at.at("ula").estimate());
  for (const char* id : {"nose_hoover", "hmc"})
    expect_greater(at.at(id).estimate(), at.at("mala").estimate());
}

TEST(FigureEsh4, OnAGaussianEshNeverArrives) {
  for (const char* preset : {"esh-4-correlated", "esh-4-ill-conditioned"}) {
    SCOPED_TRACE(preset);
    const auto early = race(preset, 20);
    for (const char* id : {"ula", "mala"}) expect_like_exact(early.at(id));
    for (const double gradients : {100, 400}) expect_told_apart(race(preset, gradients).at("esh"));
  }
}

TEST(FigureEsh4, FromTheRidgesEnd) {
  const auto at = race("esh-4-correlated-bias", 100), late = race("esh-4-correlated-bias", 1600);
  const Distance esh = at.at("esh");
  for (const auto& [id, other] : at) {
    if (id == "esh") continue;
    EXPECT_LT(esh.mmd.mmd2, 0.1 * other.mmd.mmd2 + 4 * std::hypot(esh.mmd.error, 0.1 * other.mmd.error))
        << id;
  }
  expect_told_apart(late.at("esh"));
  for (const char* id : {"ula", "mala"}) expect_greater(late.at("esh").estimate(), late.at(id).estimate());
}

TEST(FigureEsh4, Funnel) {
  const auto at = race("esh-4-funnel", 400);
  const Distance esh = at.at("esh");
  for (const auto& [id, other] : at) {
    if (id == "esh") continue;
    EXPECT_GT(other.mmd.mmd2 - 4 * other.mmd.error, 5 * (esh.mmd.mmd2 + 4 * esh.mmd.error)) << id;
  }
}

// Four standard errors of the estimate of log Z; of the paper's weight at epsilon = 0.5 as many away from it.
TEST(FigureEsh9, TheExactWeightHoldsAtAnyStep) {
  for (const std::size_t run : {0u, 1u}) {
    WatchedSession watched = run_of("esh-9-jarzynski", run);
    watched.advance(100);
    const NormaliserEstimates z = *watched.look().normaliser;
    EXPECT_NEAR(z.exact.value, *z.truth, 4 * z.exact.error);
    if (run == 0) {
      EXPECT_NEAR(z.paper.value, *z.truth, 4 * z.paper.error);
    } else {
      EXPECT_GT(std::abs(z.paper.value - *z.truth), 4 * z.paper.error);
    }
  }
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
  const double h = of("step_size"), sd = session.target().minibatch_sd();
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
}  // namespace ergo
