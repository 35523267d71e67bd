// Runs over configurations of sites, as sessions step, rewind, carry and export them.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/config/run_config.h"
#include "core/config/other_space.h"
#include "core/files/init_file.h"
#include "core/files/trajectory.h"
#include "core/npz/npz.h"
#include "core/run/followed_chain.h"
#include "core/run/session.h"
#include "core/site_plane/site_kernels.h"
#include "core/site_plane/site_plane.h"
#include "tests/assigned_config.h"
#include "tests/files/written.h"
#include "tests/machine_fixture.h"
#include "tests/scratch_folder.h"
#include "tests/sites/site_rows.h"

namespace ergo::site_sessions_test {
namespace {

std::vector<UnitPair> site_pairs() {
  std::vector<UnitPair> pairs;
  for (const UnitPair& pair : unit_pairs())
    if (pair.target.descriptor.space == Space::sites) pairs.push_back(pair);
  return pairs;
}

std::string name_of(const UnitPair& pair) { return pair.sampler.descriptor.id + " on " + pair.target.descriptor.id; }

RunConfig config_of(const UnitPair& pair, std::uint64_t chains = 6) {
  return pair_config(pair.sampler.descriptor.id, pair.target.descriptor.id, BackendKind::automatic, chains);
}

TEST(SiteSessions, EveryPairStepsAsItsSamplerDoes) {
  ASSERT_GE(site_pairs().size(), 40u);
  for (const UnitPair& pair : site_pairs()) {
    SCOPED_TRACE(name_of(pair));
    Session session(config_of(pair), test_factory());
    EXPECT_EQ(session.backend().kind(), BackendKind::cpu);
    const ChainData start = session.read();
    expect_sound_rows(session, start);
    session.advance(2);
    session.advance(3);
    const ChainData end = session.read();
    expect_sound_rows(session, end);
    const auto model = plane_of(session).model();
    const auto sampler = make_site_sampler(pair.sampler.descriptor.id, model);
    for (std::size_t i = 0; i < start.chains; ++i) {
      SiteChain chain(*model, configuration_of(session, start, i));
      SiteStepReport last;
      for (std::uint64_t step = 0; step < 5; ++step)
        last = sampler->step(chain, {session.config().seed, Purpose::step, static_cast<std::uint32_t>(i), step});
      EXPECT_EQ(chain.x, configuration_of(session, end, i));
      EXPECT_EQ(channel(session, end, i, "acceptance_rate"), last.acceptance);
      EXPECT_EQ(channel(session, end, i, "flips"), last.changed);
      EXPECT_EQ(channel(session, end, i, "proposed"), last.proposed);
    }
  }
}

TEST(SiteSessions, EveryPairRewindsBitForBit) {
  for (const UnitPair& pair : site_pairs()) {
    SCOPED_TRACE(name_of(pair));
    Session session(config_of(pair), test_factory());
    session.advance(4);
    const std::string then = session.state_hash();
    session.advance(3);
    EXPECT_NE(session.state_hash(), then);
    session.rewind(4);
    EXPECT_EQ(session.state_hash(), then);
  }
}

TEST(SiteSessions, AFollowedChainsStepsAreThoseOfTheRun) {
  for (const UnitPair& pair : site_pairs()) {
    SCOPED_TRACE(name_of(pair));
    Session session(config_of(pair), test_factory());
    FollowedChain chain(2);
    chain.follow(session);
    const ExplainedStep next = chain.next();
    session.advance(1);
    EXPECT_EQ(next.to.x, session.read().x(2));
    chain.follow(session);
    EXPECT_EQ(chain.last().size(), 1u);
  }
}

TEST(SiteSessions, ConfigurationsAreKeptWhereTheSitesStay) {
  Session session(ergo::config_of({{"target", "ising"}, {"chains", "20"}}), test_factory());
  session.advance(7);
  const ChainData before = session.read();
  const auto same = [&] {
    const ChainData now = session.read();
    std::size_t count = 0;
    for (std::size_t i = 0; i < now.chains; ++i)
      count += configuration_of(session, now, i) == plane_of(session).configuration(before.state_row(i));
    return count;
  };
  session.assign({"target.coupling", "0.35"});
  EXPECT_EQ(session.step(), 7u);
  EXPECT_EQ(same(), 20u);
  expect_sound_rows(session, session.read());
  session.assign({"sampler", "gwg"});
  EXPECT_EQ(same(), 20u);
  session.assign({"target.side", "6"});  // another number of sites: as many spins up as there is room for
  expect_sound_rows(session, session.read());
  EXPECT_EQ(plane_of(session).model()->sites(), 36);
  session.advance(3);
  expect_sound_rows(session, session.read());
}

TEST(SiteSessions, ASamplerThatTheTargetDoesNotGoWithIsRefused) {
  Session session(ergo::config_of({{"target", "ising"}, {"sampler", "swendsen_wang"}, {"chains", "5"}}),
                  test_factory());
  session.advance(2);
  EXPECT_THROW(session.assign({"target.coupling", "-0.3"}), Error);
  EXPECT_THROW(session.assign({"sampler", "dmala"}), Error) << "of lattices";
  EXPECT_EQ(session.config().sampler.id, "swendsen_wang");
  EXPECT_EQ(session.step(), 2u);
  session.advance(1);
  session.assign({"target", "lattice_gaussian_nd"});  // has no pairs
  EXPECT_EQ(session.config().sampler.id, default_sampler(Space::sites));
  EXPECT_THROW(session.assign({"sampler", "swendsen_wang"}), Error);
}

TEST(SiteSessions, RunsOnLanesRewindBitForBit) {
  Session session(
      ergo::config_of(
          {{"target", "ising"}, {"sampler", "dmala_sites"}, {"backend", "simd"}, {"chains", "5"}}),
      test_factory());
  EXPECT_EQ(session.backend().kind(), BackendKind::simd);
  session.advance(4);
  const std::string then = session.state_hash();
  session.advance(3);
  session.rewind(4);
  EXPECT_EQ(session.state_hash(), then);
  session.assign({"target.coupling", "0.3"});
  session.advance(2);
  const UnitPair* without = nullptr;
  const std::vector<UnitPair> pairs = unit_pairs();
  for (const UnitPair& pair : pairs)
    if (pair.target.descriptor.id == "ising" && !site_kernels().contains(pair.sampler.descriptor.id)) without = &pair;
  ASSERT_TRUE(without);
  EXPECT_THROW(session.assign({"sampler", without->sampler.descriptor.id}), Error) << "has no kernel";
  EXPECT_EQ(session.config().sampler.id, "dmala_sites");
  session.advance(1);
  const ChainData data = session.read();
  for (std::size_t i = 0; i < data.chains; ++i)
    EXPECT_EQ(data.x(i), plane_of(session).statistics().place(configuration_of(session, data, i)));
}

TEST(SiteSessions, ABackendIsKeptWhereUnitsHaveKernels) {
  RunConfig config = ergo::config_of({{"target", "lattice8"}, {"backend", "simd"}, {"target", "ising"}});
  EXPECT_EQ(config.backend, BackendKind::simd);
  EXPECT_EQ(backend_for(config), BackendKind::simd);
  for (const SamplerUnit& sampler : samplers(Space::lattice))
    for (const TargetUnit& target : targets(Space::sites)) {
      config = ergo::config_of({{"target", "lattice8"}, {"sampler", sampler.descriptor.id}, {"backend", "simd"}});
      apply(config, {"target", target.descriptor.id});
      EXPECT_EQ(config.backend, without_kernel(config).empty() ? BackendKind::simd : BackendKind::automatic)
          << target.descriptor.id << " by " << config.sampler.id;
    }
}

TEST(SiteSessions, ASamplerGoesOverToItsSibling) {
  Session session(ergo::config_of({{"target", "lattice8"}, {"sampler", "lattice_gibbs"}, {"chains", "5"}}),
                  test_factory());
  session.assign({"target", "ising"});
  EXPECT_EQ(session.config().sampler.id, "gibbs_sites");
  EXPECT_EQ(session.backend().kind(), BackendKind::cpu);
  session.assign({"sampler", "acs_sites"});
  session.assign({"target", "lattice8"});
  EXPECT_EQ(session.config().sampler.id, "acs");
  session.assign({"target", "ising"});
  session.assign({"sampler", "swendsen_wang"});
  session.assign({"target", "lattice8"});
  EXPECT_EQ(session.config().sampler.id, default_sampler(Space::lattice));
  session.assign({"target", "ring8"});
  EXPECT_EQ(session.config().sampler.id, default_sampler(Space::plane));
}

/// A run that started from given configurations has others once its number of sites is another one.
TEST(SiteSessions, GivenConfigurationsGoWithTheirNumberOfSites) {
  Session session(ergo::config_of({{"target", "ising"}, {"chains", "4"}}), test_factory());
  session.start_from(session.read());
  session.assign({"target.side", "16"});
  expect_sound_rows(session, session.read());
  EXPECT_EQ(plane_of(session).model()->sites(), 256);
}

class SiteExport : public ScratchFolder {};

TEST_F(SiteExport, HoldsConfigurationsAndRunsStartFromThem) {
  Session session(ergo::config_of({{"target", "ising"}, {"target.side", "6"}, {"chains", "3"}}), test_factory());
  Trajectory trajectory(session.config(), session.backend().kind(), 2);
  trajectory.record(session.read());
  session.advance(4);
  const ChainData last = session.read();
  trajectory.record(last);
  write_npz(trajectory, path("run.npz"), "{}");
  const NpzReader archive(path("run.npz"));
  EXPECT_EQ(archive.header("x").shape, (std::vector<std::size_t>{3, 2, 36}));
  EXPECT_EQ(archive.header("x").type, ElementType::uint8);
  EXPECT_EQ(archive.header("place").shape, (std::vector<std::size_t>{3, 2, 2}));
  const auto x = archive.array("x").to_double();
  for (std::size_t chain = 0; chain < 3; ++chain)
    for (std::size_t site = 0; site < 36; ++site)
      EXPECT_EQ(x[(chain * 2 + 1) * 36 + site], configuration_of(session, last, chain)[site]);
  const ChainData given = read_init(path("run.npz"), session.config());
  for (std::size_t chain = 0; chain < 3; ++chain)
    EXPECT_EQ(configuration_of(session, given, chain), configuration_of(session, last, chain));
}

}  // namespace
}  // namespace ergo::site_sessions_test
