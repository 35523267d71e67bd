// Runs over configurations of sites, as sessions step, rewind, carry and export them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/backend/start_positions.h"
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
#include "core/sites/ising_transfer.h"
#include "core/sites/site_states.h"
#include "core/verification/chi_squared.h"
#include "core/verification/stationarity.h"
#include "tests/assigned_config.h"
#include "tests/files/written.h"
#include "tests/machine_fixture.h"
#include "tests/sample.h"
#include "tests/scratch_folder.h"

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

const SitePlane& plane_of(const Session& session) { return *session.target().sites(); }

Configuration configuration_of(const Session& session, const ChainData& data, std::size_t chain) {
  return plane_of(session).configuration(data.state_row(chain));
}

double channel(const Session& session, const ChainData& data, std::size_t chain, const char* id) {
  const auto at = static_cast<std::size_t>(find_channel(session.sampler_descriptor(), id));
  return data.report[chain * static_cast<std::size_t>(data.report_size) + at];
}

/// Places, energies and means in the rows are those of the configurations in them.
void expect_sound_rows(const Session& session, const ChainData& data) {
  const SitePlane& plane = plane_of(session);
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Configuration x = configuration_of(session, data, i);
    EXPECT_EQ(data.x(i), plane.statistics().place(x));
    EXPECT_EQ(data.state_row(i)[2], plane.evaluate(data.x(i)).energy);
    const double energy = plane.model()->energy(x);
    EXPECT_NEAR(channel(session, data, i, "energy"), energy, 1e-9 * std::max(1.0, std::abs(energy)));
    const double level = mean_level(*plane.model(), x);
    EXPECT_EQ(channel(session, data, i, "level"), level);
    EXPECT_EQ(channel(session, data, i, "level_squared"), level * level);
  }
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

/// Of exact samplers on targets with exact draws, 32 steps from these, by chi-squared at a family-wise level of 1e-3. CI
/// takes every third pair.
TEST(SiteSessions, EveryExactSamplerKeepsExactDraws) {
  CpuBackend backend;
  std::size_t passed = 0;
  std::size_t item = 0;
  for (const UnitPair& pair : site_pairs()) {
    if (!in_sample(item++, 3)) continue;
    for (const Verdict& verdict : verify(pair.sampler, pair.target, backend, 1)) {
      EXPECT_NE(verdict.verdict, "fail") << name_of(pair) << ": " << verdict.test << " " << verdict.p_value;
      passed += verdict.verdict == "pass";
    }
  }
  EXPECT_GE(passed, 3u);
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

std::unique_ptr<Target> target_of(std::initializer_list<Assignment> assignments) {
  return make_target(ergo::config_of(assignments));
}

double total_variation(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]) / 2;
  return sum;
}

/// Of every target at its default values: energies of the cells, and back.
TEST(SitePlane, DistributionsAreThoseOfTheConfigurations) {
  for (const TargetUnit& unit : targets(Space::sites)) {
    SCOPED_TRACE(unit.descriptor.id);
    const auto target = unit.make();
    const SitePlane& plane = *target->sites();
    const auto& distribution = plane.distribution();
    EXPECT_NEAR(std::accumulate(distribution.begin(), distribution.end(), 0.0), 1, 1e-12);
    // Every cell that a reference run has not met has e^-10 of the mass of a single visit.
    const auto run = plane.reference();
    const auto cells = static_cast<double>(distribution.size());
    const double unmet = run ? std::exp(-10.0) * cells / static_cast<double>(run->draws()) : 0;
    EXPECT_LT(total_variation(distribution, plane.masses().mass), unmet + 1e-12);
    EXPECT_EQ(plane.remark(std::chrono::milliseconds(0)).empty(), !plane.reference());
    EXPECT_EQ(plane.masses().draw != nullptr, plane.has_draws());
    EXPECT_EQ(plane.masses().log_z.has_value(), plane.has_draws());
    EXPECT_EQ(plane.masses().sampled.has_value(), run.has_value());
    if (!run) continue;
    const SampledMasses& sampled = *plane.masses().sampled;
    EXPECT_EQ(std::accumulate(sampled.counts.begin(), sampled.counts.end(), std::size_t{0}), sampled.draws);
    EXPECT_TRUE(sampled.mixed()) << sampled.rhat;
    EXPECT_GT(sampled.moments.energy.error, 0);
    EXPECT_LT(sampled.moments.energy.error, sampled.moments.energy.sd);
  }
}

TEST(SitePlane, TheDensityOfStatesAgreesWithDirectSums) {
  for (const char* boundary : {"torus", "open"}) {
    const auto target = target_of({{"target", "ising"},
                                   {"target.side", "4"},
                                   {"target.boundary", boundary},
                                   {"target.coupling", "0.3"},
                                   {"target.field", "-0.1"}});
    const SitePlane& plane = *target->sites();
    const SiteStates states(plane.model());
    std::vector<double> summed(plane.sides().count());
    const auto p = states.distribution();
    for (std::size_t i = 0; i < p.size(); ++i)
      summed[plane.sides().index(plane.statistics().place(states.configuration(i)))] += p[i];
    EXPECT_LT(total_variation(plane.distribution(), summed), 1e-12) << boundary;
    EXPECT_NEAR(*plane.log_normaliser(), states.log_z(), 1e-10) << boundary;
  }
}

/// Means and standard deviations of every target that is summed up, against sums over its configurations.
TEST(SitePlane, MomentsAreThoseOfTheConfigurations) {
  std::size_t known = 0;
  for (const TargetUnit& unit : targets(Space::sites)) {
    SCOPED_TRACE(unit.descriptor.id);
    RunConfig config = ergo::config_of({{"target", unit.descriptor.id}});
    for (const Assignment& fewer : {Assignment{"target.side", "3"}, {"target.sites", "8"}, {"target.field", "0.1"}})
      if (find_parameter(unit.descriptor, fewer.path.substr(7)) >= 0) apply(config, fewer);
    const auto target = make_target(config);
    const SitePlane& plane = *target->sites();
    if (plane.reference()) continue;
    ++known;
    const SiteStates states(plane.model());
    const auto p = states.distribution();
    const auto check = [&](const char* channel, const auto& number) {
      double mean = 0, square = 0;
      for (std::size_t i = 0; i < p.size(); ++i) {
        const double value = number(i);
        mean += p[i] * value;
        square += p[i] * value * value;
      }
      const Prediction told = plane.prediction(channel).value();
      EXPECT_NEAR(told.mean, mean, 1e-9 * std::max(1.0, std::abs(mean))) << channel;
      EXPECT_NEAR(told.sd, std::sqrt(square - mean * mean), 1e-6 * std::max(1.0, std::sqrt(square))) << channel;
    };
    const auto level = [&](std::size_t i) { return mean_level(*plane.model(), states.configuration(i)); };
    check("energy", [&](std::size_t i) { return states.energies()[i]; });
    check("level", level);
    check("level_squared", [&](std::size_t i) { return level(i) * level(i); });
    EXPECT_FALSE(plane.prediction("flips"));
  }
  EXPECT_GE(known, 3u);
}

/// The values for 4 x 4 are those of an independent program; 8 x 8 is beyond the density of states.
TEST(SitePlane, MomentsOfLargerGridsAreThoseOfTheTransferMatrix) {
  const auto of = [](const char* side) {
    return target_of({{"target", "ising"}, {"target.side", side}, {"target.coupling", "0.3"}, {"target.field", "0"}});
  };
  EXPECT_NEAR(of("4")->sites()->prediction("level_squared")->mean, 0.3576468, 5e-8);
  const IsingSums sums = ising_sums({8, 8, true, 0.3, 0});
  const auto eight = of("8");
  EXPECT_EQ(eight->sites()->prediction("level_squared")->mean, sums.spin_squared);
  EXPECT_NEAR(eight->sites()->prediction("energy")->mean, -0.3 * 64 * sums.bonds, 1e-9);
  EXPECT_TRUE(std::isnan(eight->sites()->prediction("energy")->sd));
  EXPECT_EQ(eight->sites()->masses().log_z, sums.log_z);
}

/// The torus of numerics: log Z and the mean spin of J = h = 0.2 on 5 x 5.
TEST(SitePlane, KnowsThePublishedTorus) {
  const auto target =
      target_of({{"target", "ising"}, {"target.coupling", "0.2"}, {"target.field", "0.2"}});
  const SitePlane& plane = *target->sites();
  EXPECT_NEAR(*plane.log_normaliser(), 19.6740857613, 1e-9);
  double up = 0;
  for (std::size_t i = 0; i < plane.sides().count(); ++i) up += plane.distribution()[i] * plane.sides().site(i).x;
  EXPECT_NEAR(2 * up / 25 - 1, 0.4829698422, 1e-9);
}

/// A run of 2^24 site updates: mean spins and unlike pairs against the transfer matrix, within five standard errors of
/// 64 draws from each of its 64 chains. Values of a cell count as its middle, which is within half a cell.
TEST(SitePlane, ARunStandsInWhereSumsAreTooLong) {
  const auto run = target_of(
      {{"target", "ising"}, {"target.side", "8"}, {"target.coupling", "0.3"}, {"target.field", "0.05"}});
  const SitePlane& plane = *run->sites();
  ASSERT_TRUE(plane.reference());
  EXPECT_EQ(plane.reference()->sampler->id, "swendsen_wang");
  const SampledMasses& sampled = *plane.masses().sampled;
  const ConfigurationMoments& known = plane.masses().moments;
  for (const auto of :
       {&ConfigurationMoments::energy, &ConfigurationMoments::level, &ConfigurationMoments::level_squared})
    EXPECT_NEAR((sampled.moments.*of).mean, (known.*of).mean, 5 * (sampled.moments.*of).error);
  const IsingSums sums = ising_sums({8, 8, true, 0.3, 0.05});
  const double exact[] = {32 * (1 + sums.spin), (128 - 64 * sums.bonds) / 2};
  const int widths[] = {plane.statistics().width_x(), plane.statistics().width_y()};
  for (int axis = 0; axis < 2; ++axis) {
    double mean = 0, square = 0;
    for (std::size_t i = 0; i < plane.sides().count(); ++i) {
      const Position site = plane.sides().site(i);
      const double k = (axis == 0 ? site.x : site.y) * widths[axis];  // even degrees: pairs come by twos
      mean += plane.distribution()[i] * k;
      square += plane.distribution()[i] * k * k;
    }
    EXPECT_EQ(widths[axis], axis == 0 ? 1 : 2);
    EXPECT_NEAR(mean, exact[axis], 5 * std::sqrt(square - mean * mean) / 64) << axis;
  }
}

TEST(SitePlane, AUniformStartMakesAllConfigurationsEquallyLikely) {
  constexpr std::uint64_t chains = 64'000;
  for (const auto& [id, sites, values] : {std::tuple{"ising", 4, 2}, {"potts", 4, 3}, {"rbm", 3, 2}}) {
    SCOPED_TRACE(id);
    RunConfig config = ergo::config_of({{"target", id}});
    const std::string size = std::string(id) == "rbm" ? "target.visible" : "target.side";
    apply(config, {size, std::string(id) == "rbm" ? "3" : "2"});
    config.chains = chains;
    const Session session(config, test_factory());
    const SitePlane& plane = plane_of(session);
    ASSERT_EQ(plane.model()->sites(), sites);
    ASSERT_EQ(plane.model()->values(), values);
    Session run(config, test_factory());
    const ChainData data = run.read();
    const SiteStates states(plane.model());
    std::vector<double> counts(states.count());
    for (std::size_t i = 0; i < data.chains; ++i) ++counts[states.index(configuration_of(run, data, i))];
    const double expected = static_cast<double>(chains) / static_cast<double>(states.count());
    double chi_squared = 0;
    for (const double count : counts) chi_squared += (count - expected) * (count - expected) / expected;
    EXPECT_GT(chi_squared_p_value(chi_squared, static_cast<double>(states.count() - 1)), 1e-4);
  }
}

TEST(SitePlane, LowestAndHighestStartsGiveAllSitesOneValue) {
  for (const TargetUnit& unit : targets(Space::sites))
    for (const char* start : {"lowest", "highest"}) {
      SCOPED_TRACE(unit.descriptor.id);
      RunConfig config = ergo::config_of({{"target", unit.descriptor.id}, {"start", start}});
      config.chains = 2;
      Session session(config, test_factory());
      const SiteTarget& model = *plane_of(session).model();
      const int value = std::string(start) == "lowest" ? 0 : model.values() - 1;
      const ChainData data = session.read();
      for (std::size_t i = 0; i < data.chains; ++i)
        EXPECT_EQ(configuration_of(session, data, i), Configuration(static_cast<std::size_t>(model.sites()),
                                                                    static_cast<std::uint8_t>(value)));
      expect_sound_rows(session, data);
    }
}

/// Shares of the cells of chains that start from exact draws, against sums; targets too large for sums refuse.
TEST(SitePlane, AnExactStartIsFromTheTarget) {
  std::size_t exact = 0;
  for (const auto& [id, size, value] : {std::tuple{"ising", "target.side", "4"}, {"ising", "target.side", "5"},
                                        {"potts", "target.side", "3"}, {"rbm", "target.visible", "9"},
                                        {"ising_graph", "target.sites", "12"}, {"ising", "target.side", "9"}}) {
    SCOPED_TRACE(std::string(id) + " " + value);
    RunConfig config = ergo::config_of({{"target", id}, {size, value}});
    apply(config, {"start", "exact"});
    config.chains = 20'000;
    const auto target = make_target(config);
    const SitePlane& plane = *target->sites();
    if (plane.reference()) {
      EXPECT_THROW(Session(config, test_factory()), Error);
      continue;
    }
    ++exact;
    Session session(config, test_factory());
    const ChainData data = session.read();
    expect_sound_rows(session, data);
    std::vector<double> shares(plane.sides().count());
    for (std::size_t i = 0; i < data.chains; ++i)
      shares[plane.sides().index(data.x(i))] += 1 / static_cast<double>(data.chains);
    // The expected total variation of so many draws is at most sum sqrt(p/(2 pi N)) of the cells; its spread is
    // smaller.
    double expected = 0;
    for (const double p : plane.distribution())
      expected += std::sqrt(p / (2 * std::numbers::pi * static_cast<double>(data.chains)));
    EXPECT_LT(total_variation(shares, plane.distribution()), 1.5 * expected);
  }
  EXPECT_EQ(exact, 5u);
}

/// On 16 x 16, where cells hold several values: the number of spins up is binomial, of variance n/4 with a relative
/// error of sqrt(2/chains).
TEST(SitePlane, AUniformStartIsBinomialWhereValuesShareACell) {
  RunConfig config = ergo::config_of({{"target", "ising"}, {"target.side", "16"}});
  config.chains = 20'000;
  Session session(config, test_factory());
  const ChainData data = session.read();
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < data.chains; ++i) {
    const Configuration x = configuration_of(session, data, i);
    const auto up = static_cast<double>(std::ranges::count(x, 1));
    mean += up / 20'000;
    square += up * up / 20'000;
  }
  EXPECT_NEAR(mean, 128, 5 * std::sqrt(64 / 20'000.0));
  EXPECT_NEAR(square - mean * mean, 64, 5 * 64 * std::sqrt(2 / 20'000.0));
  EXPECT_EQ(start_positions(config, session.target())[7], data.x(7));
}

/// A run that started from given configurations has others once its number of sites is another one.
TEST(SiteSessions, GivenConfigurationsGoWithTheirNumberOfSites) {
  Session session(ergo::config_of({{"target", "ising"}, {"chains", "4"}}), test_factory());
  session.start_from(session.read());
  session.assign({"target.side", "16"});
  expect_sound_rows(session, session.read());
  EXPECT_EQ(plane_of(session).model()->sites(), 256);
}

TEST(SitePlane, PacksAndUnpacksEverySize) {
  for (const int values : {2, 3, 4, 5, 16, 17, 200, 256})
    for (const int sites : {1, 2, 5, 31, 32, 33, 100}) {
      const PackedSites packed(sites, values);
      Configuration x, back(static_cast<std::size_t>(sites));
      for (int site = 0; site < sites; ++site) x.push_back(static_cast<std::uint8_t>((7 * site + 3) % values));
      std::vector<double> words(static_cast<std::size_t>(packed.words()));
      EXPECT_FALSE(PackedSites::hold(words));
      packed.pack(x, words);
      EXPECT_TRUE(PackedSites::hold(words));
      packed.unpack(words, back);
      EXPECT_EQ(back, x);
      Configuration y = x;
      std::vector<double> other(words.size());
      for (int site = 0; site < sites; site += 3)
        y[static_cast<std::size_t>(site)] = static_cast<std::uint8_t>((5 * site + 1) % values);
      packed.pack(y, other);
      int differing = 0;
      for (int site = 0; site < sites; ++site)
        differing += x[static_cast<std::size_t>(site)] != y[static_cast<std::size_t>(site)];
      EXPECT_EQ(packed.differing(words, other), differing);
      for (int site = 0; site < sites; ++site)
        EXPECT_EQ(packed.value(words, site), x[static_cast<std::size_t>(site)]);
    }
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
