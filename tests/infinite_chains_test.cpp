// The law of infinitely many chains, followed beside a swarm.
#include "core/diagnostics/infinite_chains.h"

#include <gtest/gtest.h>

#include "core/diagnostics/site_law.h"
#include "core/exact/spectrum.h"
#include "tests/machine_fixture.h"

namespace ergo {
namespace {

/// A swarm's total variation is that of its law up to what its number adds: at most the mean of as many
/// draws' own, with four standard deviations. An edit on the way is followed, and going back gives the same
/// numbers again.
TEST(InfiniteChains, AreWhatLargeSwarmsTendTo) {
  RunConfig config = pair_config("dula", "lattice8", BackendKind::cpu, 200'000);
  apply(config, {"start", "mode"});
  Session run(config, test_factory());
  const SiteLaw law(*run.target().lattice());
  const SiteFloor floor = law.floor(200'000);
  InfiniteChains infinite;
  const auto distance = [](InfiniteChains& chains, const Session& of, const Journal& tape,
                           std::uint64_t step) {
    return chains.at(of.initial(), tape, step)->total_variation;
  };
  std::vector<double> exact;
  for (std::uint64_t step = 0; step <= 12; ++step) {
    if (step == 6) run.assign({"sampler.alpha", "4"});
    const auto found = infinite.at(run.initial(), run.journal(), step);
    ASSERT_TRUE(found && found->law);
    EXPECT_EQ(total_variation(*found->law, run.target().lattice()->law()), found->total_variation);
    exact.push_back(found->total_variation);
    const ChainData data = run.read();
    std::vector<Position> x;
    for (std::size_t i = 0; i < data.chains; ++i) x.push_back(data.x(i));
    const double swarm = law.distance(law.counts(x)).total_variation.value;
    EXPECT_NEAR(swarm, exact.back(), floor.total_variation.mean + 4 * floor.total_variation.sd) << step;
    run.advance(1);
  }
  EXPECT_EQ(distance(infinite, run, run.journal(), 3), exact[3]);
  RunEvolution evolution(run.initial(), run.journal());
  evolution.advance_to(12);
  EXPECT_EQ(*infinite.at(run.initial(), run.journal(), 12)->law, evolution.now().law());
  InfiniteChains unedited;
  EXPECT_EQ(distance(unedited, run, {}, 6), exact[6]);
  EXPECT_NE(distance(unedited, run, {}, 12), exact[12]);
  EXPECT_EQ(distance(unedited, run, run.journal(), 12), exact[12]) << "another tape begins anew";
}

TEST(InfiniteChains, FollowCyclesThatAreSoonTabulated) {
  RunConfig config = pair_config("acs", "lattice8", BackendKind::cpu);
  for (const auto& [length, known] : {std::pair("20", true), {"65535", false}}) {
    apply(config, {"sampler.cycle_length", length});
    EXPECT_EQ(InfiniteChains().at(config, {}, 0).has_value(), known) << length;
  }
}

TEST(InfiniteChains, AreNotKnownOnLargeLatticesAndInThePlane) {
  InfiniteChains infinite;
  EXPECT_FALSE(infinite.at(pair_config("dmala", "lattice_modes", BackendKind::cpu), {}, 0));
  EXPECT_FALSE(infinite.at(pair_config("mala", "ring8", BackendKind::cpu), {}, 0));
}

}  // namespace
}  // namespace ergo
