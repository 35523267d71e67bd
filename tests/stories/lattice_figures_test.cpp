// What the stories of the presets named after figures of lattices say. Where a number is a mean over chains
// the threshold is four of its standard errors; the seeds are those of the presets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/exact/equilibrium.h"
#include "core/exact/spectrum.h"
#include "core/exact/state_graph.h"
#include "tests/stories/asserted_stories.h"
#include "tests/watched_session.h"

namespace ergo::lattice_figures_test {
namespace {

const AssertedHere stories = {
    {"dlp-1-step-size", "the total variation to the target settles at 16, 3, 0.9 and 0.08 %"},
    {"dlp-1-step-size",
     "proportional to exp(−1/2α), as the paper proves, and far below its bound. The motion"},
    {"dlp-1-bias", "At α = 0.3 its stationary distribution is off by Σ|stationary − target| = 0.058, at 0.2 by 0.039"},
    {"dlp-1-bias", "At 0.05 it is still off by 0.026"},
    {"dlp-1-bias", "The Metropolis step (DMALA) restores the target"},
    {"dlp-1-hidden-sine", "DULA’s chains stay exactly as they were, so they get ever farther from the target"},
    {"dlp-1-hidden-sine", "its Metropolis test sees the energies, and its chains follow"},
    {"ab-1-scale-and-balance", "At σ = 10, α = ½ beats 1"},
    {"ab-1-scale-and-balance", "at σ = 100 α = 1 makes every step an accepted, independent draw"},
    {"ab-1-scale-and-balance", "at σ = 400, ¼ beats 1"},
    {"acs-1-islands", "nine chains in ten are still at home, except with ACS, which has found all 25"},
    {"acs-1-islands", "has found them too, and leaves fewer at home"},
    {"acs-2-schedule", "it lowers the acceptance, from 15 to 14 %. Of the longest steps almost none"},
    {"acs-2-one-hill", "at least nine moves in ten are accepted in every phase of the cycle"},
    {"acs-2-one-hill", "chains move a sixth less far"},
};

/// What a run's step leaves alone, and how it compares to the target.
struct Rest {
  std::vector<double> distribution;
  double l1, squared_jump;
  double normaliser;  ///< the sum of e^-E
};
Rest rest_of(const RunConfig& config) {
  const auto target = make_target(config);
  const LatticeTarget& lattice = lattice_of(config, *target);
  ThreadPool pool;
  const Cycle cycle(config, lattice, pool);
  std::vector<double> distribution = stationary_distribution(cycle.matrix());
  double sum = 0;
  for (std::size_t i = 0; i < distribution.size(); ++i)
    sum += std::exp(-target->evaluate(lattice.sides().site(i)).energy);
  const double l1 = l1_distance(distribution, lattice.distribution()),
               jump = step_means(cycle, distribution, pool).squared_jump;
  return {std::move(distribution), l1, jump, sum};
}

// The bound is Z exp(-1/2 alpha - lambda/2), lambda = -1/2 the least eigenvalue of W in U = x' W x. Between
// alpha = 0.1 and 0.05 the ratio to exp(-1/2 alpha) changes by terms of order exp(-1/0.2) = 0.7 %, times a
// number of neighbours.
TEST(FigureDlp1, TheBiasFallsAsTheTheoremSays) {
  const Preset preset = load_preset("dlp-1-step-size");
  std::vector<RunConfig> runs = {preset.config};
  for (const PresetSession& each : preset.beside) runs.push_back(each.config);
  const double said[] = {0.16, 0.03, 0.009, 0.0008}, half_digit[] = {0.005, 0.005, 0.0005, 0.00005};
  ASSERT_EQ(runs.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(rest_of(runs[i]).l1 / 2, said[i], half_digit[i]);
  const auto at = [&](double alpha) {
    apply(runs[0], {"sampler.alpha", value_text({}, alpha)});
    const Rest rest = rest_of(runs[0]);
    EXPECT_LT(rest.l1, 0.1 * rest.normaliser * std::exp(-1 / (2 * alpha) + 0.25)) << alpha;
    return rest;
  };
  const Rest shorter = at(0.05), longer = at(0.1);
  const double fall = std::exp(-1 / (2 * 0.05) + 1 / (2 * 0.1)), slack = 8 * std::exp(-1 / 0.2);
  EXPECT_NEAR(shorter.l1 / longer.l1, fall, slack * fall);
  EXPECT_NEAR(shorter.squared_jump / longer.squared_jump, fall, slack * fall);
}

// Half of the last digit said.
TEST(FigureDlp1, ThreeHillsHaveTheBiasThatIsSaid) {
  const Preset preset = load_preset("dlp-1-bias");
  EXPECT_EQ(preset.view.graph, "run");
  const auto bias = [&](const std::string& sampler, const std::string& alpha) {
    RunConfig run = preset.config;
    apply(run, {"sampler", sampler});
    apply(run, {"sampler.alpha", alpha});
    return state_graph(run).bias();
  };
  EXPECT_NEAR(bias("dula", "0.3"), 0.058, 5e-4);
  EXPECT_NEAR(bias("dula", "0.2"), 0.039, 5e-4);
  EXPECT_NEAR(bias("dula", "0.05"), 0.026, 5e-4);
  EXPECT_LE(bias("dmala", "0.3"), 1e-12);
}

// The paper's four spins, to the digits that were computed apart; the ratio to exp(-1/2 alpha) tends to a constant as
// alpha goes to 0.
TEST(FigureDlp1, TheSmallestIsingModelHasABiasThatVanishes) {
  const auto& parameters = ising_descriptor().parameters;
  std::vector<double> values = initial_values(parameters);
  const std::size_t alpha = 0, metropolis = 2;
  ASSERT_EQ(parameters[alpha].id, "alpha");
  ASSERT_EQ(parameters[metropolis].id, "metropolis");
  EXPECT_EQ(values[alpha], 0.2);
  const auto bias = [&](double a) {
    values[alpha] = a;
    return ising_graph(values).bias();
  };
  EXPECT_NEAR(bias(0.2), 0.059, 5e-4);
  EXPECT_NEAR(bias(0.1), 0.0053, 5e-5);
  EXPECT_NEAR(bias(0.05), 0.000036, 5e-7);
  EXPECT_NEAR(bias(0.05) / std::exp(-1 / 0.1), 0.8, 0.05);
  EXPECT_LE(std::ranges::max(ising_graph(values).flow.values), 1e-12);
  values[metropolis] = 1;
  EXPECT_LE(bias(0.2), 1e-12);
}

// L1 distances, known to the last digit; shares of 20 000 chains are binomial.
TEST(FigureDlp1, TheGradientKnowsNothingOfTheSine) {
  const Preset preset = load_preset("dlp-1-hidden-sine");
  WatchedSession dula = run_of("dlp-1-hidden-sine", 0), dmala = run_of("dlp-1-hidden-sine", 1);
  const double up = rest_of(preset.config).distribution[1], distance[] = {0.0018, 0.193, 0.364, 0.703, 0.873};
  for (const double expected : distance) {
    for (WatchedSession* each : {&dula, &dmala}) each->advance(199, 1);
    const Rest now = rest_of(dula.session().config());
    EXPECT_NEAR(now.distribution[1], up, 1e-12);
    EXPECT_NEAR(now.l1, expected, 0.0005);
    expect_mean({dula.look().mean.x, dula.look().mean_error.x}, up);
    const double distribution =
        lattice_of(dmala.session().config(), dmala.session().target()).distribution()[1];
    expect_mean({dmala.look().mean.x, dmala.look().mean_error.x}, distribution, 0.005);
    for (WatchedSession* each : {&dula, &dmala}) each->advance(1, 1);
  }
}

/// Correlation over the chains of x before a step and after it, from exact draws of mean `centre`.
double correlation_over_a_step(Session& session, double centre) {
  const ChainData before = session.read();
  session.advance(1);
  const ChainData after = session.read();
  double product = 0, square = 0;
  for (std::size_t i = 0; i < before.chains; ++i) {
    product += (before.x(i).x - centre) * (after.x(i).x - centre);
    square += (before.x(i).x - centre) * (before.x(i).x - centre);
  }
  return product / square;
}

// Of independent draws the correlation over n chains is 1/sqrt(n).
TEST(FigureAb1, TheBestBalanceGrowsUpToTheTargetsScale) {
  std::vector<Estimate> jump, acceptance;
  std::vector<double> correlation;
  for (std::size_t run = 0; run < 6; ++run) {
    WatchedSession watched = run_of("ab-1-scale-and-balance", run);
    watched.advance(200, 1);
    jump.push_back(watched.channel("jump"));
    acceptance.push_back(watched.channel("acceptance_rate"));
    correlation.push_back(correlation_over_a_step(watched.session(), 50));
  }
  expect_greater(jump[0], jump[3]);  // sigma = 10: alpha = 1/2 and 1
  expect_greater(jump[4], jump[1]);  // 100: 1 and 1/2
  expect_greater(jump[2], jump[5]);  // 400: 1/4 and 1
  EXPECT_GT(acceptance[4].value, 0.999);
  for (std::size_t run = 0; run < 6; ++run) {
    const double limit = 4 / std::sqrt(4096);
    EXPECT_EQ(std::abs(correlation[run]) < limit, run == 4) << run << ": " << correlation[run];
  }
}

// Shares are frequencies among the chains.
TEST(FigureAcs1, CyclesFindAllIslandsAndSoDoWideStrides) {
  const double chains = static_cast<double>(load_preset("acs-1-islands").config.chains);
  std::vector<double> home;
  for (std::size_t run = 0; run < 5; ++run) {
    WatchedSession watched = run_of("acs-1-islands", run);
    watched.advance(400);
    home.push_back(watched.look().occupancy->share[0].value);
    const bool everywhere = run == 0 || run == 4;
    EXPECT_EQ(watched.look().modes->ever == 25, everywhere) << run;
    if (everywhere) continue;
    EXPECT_GT(home.back(), 0.9 - 4 * std::sqrt(0.9 * 0.1 / chains)) << run;
  }
  EXPECT_GT(home[0] - home[4], 4 * std::sqrt(0.5 / chains));
}

/// Acceptance over a cycle, the least and the first of its phases, and the jump over a cycle.
struct CycleMeans {
  Estimate acceptance, jump;
  double least, first;
};
CycleMeans cycle_of(const std::string& preset, std::size_t run) {
  WatchedSession watched = run_of(preset, run);
  double least = 1, first = 0;
  for (int phase = 0; phase < 20; ++phase) {
    watched.session().advance(1);
    const double accepted = watched.session().backend().means().channels[1].mean;
    least = std::min(least, accepted);
    if (phase == 0) first = accepted;
  }
  return {watched.channel("cycle_acceptance"), watched.channel("cycle_jump"), least, first};
}

TEST(FigureAcs2, TheBalancesScheduleHelpsOnOneHillAndNotOnIslands) {
  const CycleMeans islands = cycle_of("acs-2-schedule", 0), flat_islands = cycle_of("acs-2-schedule", 1);
  expect_mean(islands.acceptance, 0.14, 0.005);
  expect_mean(flat_islands.acceptance, 0.15, 0.005);
  expect_greater(flat_islands.acceptance, islands.acceptance);
  for (const CycleMeans& each : {islands, flat_islands}) EXPECT_LT(each.first, 0.02);
  const CycleMeans hill = cycle_of("acs-2-one-hill", 0), flat_hill = cycle_of("acs-2-one-hill", 1);
  EXPECT_GT(hill.least, 0.9);
  EXPECT_GT(hill.first, flat_hill.first);
  expect_greater(hill.acceptance, flat_hill.acceptance);
  expect_mean({flat_hill.jump.value / hill.jump.value, flat_hill.jump.error / hill.jump.value}, 5.0 / 6,
              0.02);
}

}  // namespace
}  // namespace ergo::lattice_figures_test
