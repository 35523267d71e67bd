// Targets of sites in the plane of two statistics: the distribution of its cells, moments, and starts.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/backend/start_positions.h"
#include "core/run/session.h"
#include "core/site_plane/site_plane.h"
#include "core/sites/ising_transfer.h"
#include "core/sites/site_states.h"
#include "core/verification/chi_squared.h"
#include "tests/assigned_config.h"
#include "tests/machine_fixture.h"
#include "tests/sites/site_rows.h"

namespace ergo::site_plane_test {
namespace {

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

}  // namespace
}  // namespace ergo::site_plane_test
