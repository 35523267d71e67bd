// The distribution of infinitely many chains, followed beside a swarm.
#include "core/diagnostics/infinite_chains.h"

#include <gtest/gtest.h>

#include "core/diagnostics/site_distribution.h"
#include "core/exact/spectrum.h"
#include "tests/machine_fixture.h"

namespace ergo::infinite_chains_test {
namespace {

/// A swarm's total variation is that of its distribution up to what its number adds: at most the mean of as
/// many draws' own, with four standard deviations. An edit on the way is followed, and going back gives the
/// same numbers again.
TEST(InfiniteChains, AreTheLimitOfLargeSwarms) {
  RunConfig config = pair_config("dula", "lattice8", BackendKind::cpu, 200'000);
  apply(config, {"start", "mode"});
  Session run(config, test_factory());
  const SiteDistribution distribution(*run.target().lattice());
  const SiteFloor floor = distribution.floor(200'000);
  InfiniteChains infinite;
  const auto distance = [](InfiniteChains& chains, const Session& of, const Journal& tape,
                           std::uint64_t step) {
    return chains.at(of.initial(), tape, step)->total_variation;
  };
  std::vector<double> exact;
  for (std::uint64_t step = 0; step <= 12; ++step) {
    if (step == 6) run.assign({"sampler.alpha", "4"});
    const auto found = infinite.at(run.initial(), run.journal(), step);
    ASSERT_TRUE(found && found->distribution);
    EXPECT_EQ(total_variation(*found->distribution, run.target().lattice()->distribution()),
              found->total_variation);
    exact.push_back(found->total_variation);
    const ChainData data = run.read();
    std::vector<Position> x;
    for (std::size_t i = 0; i < data.chains; ++i) x.push_back(data.x(i));
    const double swarm = distribution.distance(distribution.counts(x)).total_variation.value;
    EXPECT_NEAR(swarm, exact.back(), floor.total_variation.mean + 4 * floor.total_variation.sd) << step;
    run.advance(1);
  }
  EXPECT_EQ(distance(infinite, run, run.journal(), 3), exact[3]);
  RunEvolution evolution(run.initial(), run.journal());
  evolution.advance_to(12);
  EXPECT_EQ(*infinite.at(run.initial(), run.journal(), 12)->distribution, evolution.now().distribution());
  InfiniteChains unedited;
  EXPECT_EQ(distance(unedited, run, {}, 6), exact[6]);
  EXPECT_NE(distance(unedited, run, {}, 12), exact[12]);
  EXPECT_EQ(distance(unedited, run, run.journal(), 12), exact[12]) << "another tape begins anew";
}

using Distribution = std::vector<double>;
Distribution distribution_at(const RunConfig& initial, const Journal& journal, std::uint64_t step) {
  RunEvolution evolution(initial, journal);
  evolution.advance_to(step);
  return evolution.now().distribution();
}

/// However far the distribution lags behind when an edit is made or the run goes back, it comes to be that of
/// the tape bit for bit.
TEST(InfiniteChains, MeetEditsAtTheirStepsHoweverFarTheyLag) {
  RunConfig config = pair_config("dmala", "lattice8", BackendKind::cpu);
  apply(config, {"start", "mode"});
  InfiniteChains infinite(at_its_own_pace);
  const auto reach = [&](const Journal& tape, std::uint64_t step) {
    infinite.follow(config, tape, step);
    while (infinite.step() < step && infinite.advance()) {
      EXPECT_EQ(*infinite.distribution().distribution, distribution_at(config, tape, infinite.step()))
          << infinite.step();
    }
    EXPECT_EQ(infinite.step(), step);
    EXPECT_EQ(*infinite.distribution().distribution, distribution_at(config, tape, step));
  };
  Journal tape = {{10, {"sampler.alpha", "8"}}};
  infinite.follow(config, tape, 25);
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(infinite.advance());
  EXPECT_EQ(infinite.step(), 4u);
  tape.push_back({25, {"sampler.beta", "0.7"}});  // made at step 25 while the distribution is at 4
  tape.push_back({25, {"sampler", "lattice_rwm"}});
  reach(tape, 25);
  EXPECT_FALSE(infinite.advance()) << "never ahead of the run";
  reach(tape, 40);
  reach(tape, 7);
  reach(tape, 30);
  const Distribution before = *infinite.distribution().distribution;
  tape = {tape.front(), {20, {"sampler.alpha", "0.5"}}};  // back at 20 another edit
  reach(tape, 20);
  reach(tape, 30);
  EXPECT_NE(*infinite.distribution().distribution, before);
  reach({}, 12);
  reach(tape, 0);
}

TEST(InfiniteChains, AreNotKnownBeyondAnEditToWhatHasNoDistribution) {
  const RunConfig config = pair_config("dmala", "lattice8", BackendKind::cpu);
  const Journal tape = {{3, {"sampler", "ab"}}, {3, {"sampler.adapt", "on"}}, {9, {"sampler.adapt", "off"}}};
  InfiniteChains infinite(at_its_own_pace);
  infinite.follow(config, tape, 5);
  while (infinite.advance()) continue;
  EXPECT_FALSE(infinite.known());
  infinite.follow(config, tape, 12);
  EXPECT_FALSE(infinite.advance() || infinite.known());
  for (const Journal& mended : {tape, Journal{tape[0], {7, {"sampler.sigma", "3"}}}}) {
    const std::uint64_t step = mended == tape ? 2 : 8;
    infinite.follow(config, mended, step);
    while (infinite.advance()) continue;
    ASSERT_TRUE(infinite.known());
    EXPECT_EQ(*infinite.distribution().distribution, distribution_at(config, mended, step));
  }
}

/// Of 128 x 128 sites 256 distributions are kept to go back to: after 600 steps every fourth one.
TEST(InfiniteChains, GoBackToWhereNoDistributionIsKept) {
  RunConfig config = pair_config("lattice_gibbs", "lattice_gaussian", BackendKind::cpu);
  apply(config, {"target.side", "128"});
  InfiniteChains infinite(at_its_own_pace);
  for (const std::uint64_t step : {600, 333, 517}) {
    infinite.follow(config, {}, step);
    while (infinite.advance()) continue;
    EXPECT_EQ(*infinite.distribution().distribution, distribution_at(config, {}, step)) << step;
  }
}

TEST(InfiniteChains, FollowCyclesThatAreSoonTabulated) {
  RunConfig config = pair_config("acs", "lattice8", BackendKind::cpu);
  for (const auto& [length, known] : {std::pair("20", true), {"65535", false}}) {
    apply(config, {"sampler.cycle_length", length});
    EXPECT_EQ(InfiniteChains().at(config, {}, 0).has_value(), known) << length;
  }
}

/// Tables of all 20 steps would take more than what is kept.
TEST(InfiniteChains, FollowCyclesWhoseTablesAreMadeAnew) {
  RunConfig config = pair_config("acs", "lattice_gaussian", BackendKind::cpu);
  apply(config, {"target.side", "40"});
  DistributionLimits limits = at_its_own_pace;
  limits.masses = 40 * 40 * (40 + 40);
  InfiniteChains infinite(limits);
  infinite.follow(config, {}, 45);
  while (infinite.advance()) continue;
  ASSERT_TRUE(infinite.known());
  EXPECT_EQ(infinite.step(), 45u);
  EXPECT_EQ(*infinite.distribution().distribution, distribution_at(config, {}, 45));
}

TEST(InfiniteChains, AreNotKnownOnLargeLatticesAndInThePlane) {
  InfiniteChains infinite;
  EXPECT_FALSE(infinite.at(pair_config("dmala", "lattice_modes", BackendKind::cpu), {}, 0));
  EXPECT_FALSE(infinite.at(pair_config("mala", "ring8", BackendKind::cpu), {}, 0));
  InfiniteChains at_leisure(at_its_own_pace);
  RunConfig config = pair_config("dula", "lattice_gaussian", BackendKind::cpu);
  for (const auto& [side, known] : {std::pair("256", true), {"257", false}}) {
    apply(config, {"target.side", side});
    EXPECT_EQ(at_leisure.at(config, {}, 0).has_value(), known) << side;
  }
}

}  // namespace
}  // namespace ergo::infinite_chains_test
