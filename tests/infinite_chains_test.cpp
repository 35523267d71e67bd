// The law of infinitely many chains, followed beside a swarm.
#include "core/diagnostics/infinite_chains.h"

#include <gtest/gtest.h>

#include "core/diagnostics/site_law.h"
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
  std::vector<double> exact;
  for (std::uint64_t step = 0; step <= 12; ++step) {
    if (step == 6) run.assign({"sampler.alpha", "4"});
    const auto found = infinite.total_variation(run.initial(), run.journal(), step);
    ASSERT_TRUE(found);
    exact.push_back(*found);
    const ChainData data = run.read();
    std::vector<Position> x;
    for (std::size_t i = 0; i < data.chains; ++i) x.push_back(data.x(i));
    const double swarm = law.distance(law.counts(x)).total_variation.value;
    EXPECT_NEAR(swarm, *found, floor.total_variation.mean + 4 * floor.total_variation.sd) << step;
    run.advance(1);
  }
  EXPECT_EQ(infinite.total_variation(run.initial(), run.journal(), 3), exact[3]);
  InfiniteChains unedited;
  EXPECT_EQ(unedited.total_variation(run.initial(), {}, 6), exact[6]);
  EXPECT_NE(unedited.total_variation(run.initial(), {}, 12), exact[12]);
  EXPECT_EQ(unedited.total_variation(run.initial(), run.journal(), 12), exact[12])
      << "another tape begins anew";
}

TEST(InfiniteChains, AreNotKnownOnLargeLatticesAndInThePlane) {
  InfiniteChains infinite;
  EXPECT_FALSE(infinite.total_variation(pair_config("dmala", "lattice_modes", BackendKind::cpu), {}, 0));
  EXPECT_FALSE(infinite.total_variation(pair_config("mala", "ring8", BackendKind::cpu), {}, 0));
}

}  // namespace
}  // namespace ergo
