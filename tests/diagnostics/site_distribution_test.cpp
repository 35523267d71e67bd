// Distances of a histogram from a lattice's distribution, and what exact draws give, against plain sums and
// simulation.
#include "core/diagnostics/site_distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/config/assignment.h"
#include "core/config/run_config.h"
#include "core/diagnostics/diagnostics.h"
#include "core/diagnostics/quantities.h"
#include "core/unit/registry.h"

namespace ergo::site_distribution_test {
namespace {

std::unique_ptr<Target> lattice(const std::string& id) { return target_unit(id).make(); }

// A site may be less likely than a double can say: its mass is 0 then, but not the distance's logarithm of
// it.
TEST(SiteDistribution, DivergenceIsFiniteWhereMassesVanish) {
  const auto& unit = target_unit("lattice_gaussian").descriptor;
  std::vector<double> values = initial_values(unit.parameters);
  for (const char* id : {"variance_long", "variance_short"})
    if (const int k = find_parameter(unit, id); k >= 0)
      values[static_cast<std::size_t>(k)] = unit.parameters[static_cast<std::size_t>(k)].hard.low;
  const auto target = target_unit("lattice_gaussian").make(values);
  const LatticeTarget& lattice = *target->lattice();
  const auto rarest = static_cast<std::size_t>(std::ranges::min_element(lattice.distribution()) -
                                               lattice.distribution().begin());
  ASSERT_EQ(lattice.distribution()[rarest], 0) << "no mass vanishes";
  SiteCounts counts(lattice.distribution().size(), 0);
  counts[rarest] = 5;
  const SiteDistance distance = SiteDistribution(lattice).distance(counts);
  EXPECT_NEAR(distance.divergence.value, lattice.table()[rarest].energy + *lattice.log_normaliser(),
              1e-9 * distance.divergence.value);
  EXPECT_FALSE(std::isinf(distance.divergence.error));
}

TEST(SiteDistribution, DistancesAreTheSumsOverAllSites) {
  const auto target = lattice("lattice8");
  const SiteDistribution distribution(*target->lattice());
  SiteCounts counts(64, 0);
  counts[10] = 30, counts[11] = 9, counts[63] = 1;
  double variation = 0, divergence = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const double share = static_cast<double>(counts[i]) / 40, p = target->lattice()->distribution()[i];
    variation += std::abs(share - p) / 2;
    if (counts[i] > 0) divergence += share * std::log(share / p);
  }
  const SiteDistance distance = distribution.distance(counts);
  EXPECT_NEAR(distance.total_variation.value, variation, 1e-14);
  EXPECT_NEAR(distance.divergence.value, divergence, 1e-13);
  EXPECT_EQ(distribution.total_variation(counts), distance.total_variation.value);
  EXPECT_TRUE(std::isnan(distribution.distance(SiteCounts(64, 0)).total_variation.value));
  EXPECT_TRUE(std::isnan(distribution.total_variation(SiteCounts(64, 0))));
}

TEST(SiteDistribution, TheDistributionItselfIsAtNoDistance) {
  const auto target = lattice("lattice8");
  const SiteDistribution distribution(*target->lattice());
  SiteCounts counts(64);
  double error = 0;  // of rounding to counts
  for (std::size_t i = 0; i < 64; ++i) {
    counts[i] = static_cast<std::uint64_t>(std::round(1e12 * distribution.masses()[i]));
    error += 1e-12;
  }
  EXPECT_LE(distribution.distance(counts).total_variation.value, error);
  EXPECT_NEAR(distribution.distance(counts).divergence.value, 0, 2 * error);
}

// 1.28 million exact draws on the 25 cones, as many as 128 chains of 10 000 steps: the mean by a plain sum
// over all sites, of another program; one simulation gave 0.0629, to its last digit.
TEST(SiteDistribution, TheFloorOfThePublishedExperiment) {
  const auto target = lattice("lattice_modes");
  const Expectation floor = SiteDistribution(*target->lattice()).floor(1.28e6).total_variation;
  EXPECT_NEAR(floor.mean, 0.0630360224, 1e-8);
  EXPECT_LT(floor.sd, 0.00026670);  // that of independent sites
  EXPECT_NEAR(floor.mean, 0.0629, 3 * floor.sd + 0.00005);
}

/// Distances of multinomial histograms of `draws` draws of another distribution, by inversion.
std::vector<SiteDistance> simulate(const SiteDistribution& distribution, const std::vector<double>& drawn,
                                   int draws, int replications) {
  std::vector<double> cumulative(drawn.size());
  std::partial_sum(drawn.begin(), drawn.end(), cumulative.begin());
  std::mt19937_64 words(1);
  std::uniform_real_distribution<double> uniform(0, cumulative.back());
  std::vector<SiteDistance> all;
  for (int r = 0; r < replications; ++r) {
    SiteCounts counts(cumulative.size(), 0);
    for (int i = 0; i < draws; ++i)
      ++counts[static_cast<std::size_t>(
          std::upper_bound(cumulative.begin(), cumulative.end() - 1, uniform(words)) - cumulative.begin())];
    all.push_back(distribution.distance(counts));
  }
  return all;
}

/// Mean, standard deviation and the standard error of the latter's logarithm, from the fourth moment.
struct Sample {
  explicit Sample(const std::vector<double>& values) {
    const double count = static_cast<double>(values.size());
    double square = 0, fourth = 0;
    for (const double v : values) mean += v / count;
    for (const double v : values) square += std::pow(v - mean, 2) / count;
    for (const double v : values) fourth += std::pow(v - mean, 4) / count;
    sd = std::sqrt(square * count / (count - 1));
    relative_error = std::sqrt((fourth / (square * square) - 1) / (4 * count));
  }
  double mean = 0, sd = 0, relative_error = 0;
};

std::vector<double> values_of(const std::vector<SiteDistance>& all, Estimate SiteDistance::*which) {
  std::vector<double> values;
  for (const SiteDistance& each : all) values.push_back((each.*which).value);
  return values;
}

/// Mean and standard deviation within 4 standard errors. The band, that of a normal value, holds nine in ten;
/// of |z| cut off at 0, as far as a distribution on two sites goes, 92.7 %.
void expect_like(Expectation floor, const std::vector<double>& values, const std::string& what) {
  const double count = static_cast<double>(values.size());
  const Sample sample(values);
  EXPECT_NEAR(floor.mean, sample.mean, 4 * sample.sd / std::sqrt(count)) << what;
  EXPECT_NEAR(floor.sd / sample.sd, 1, 4 * sample.relative_error) << what;
  const Interval band = normal_band(floor);
  const auto inside =
      std::ranges::count_if(values, [&](double v) { return v >= band.low && v <= band.high; });
  EXPECT_NEAR(static_cast<double>(inside) / count, 0.9, 4 * std::sqrt(0.09 / count) + 0.027) << what;
}

std::unique_ptr<Target> narrow_gaussian(const char* variance) {
  RunConfig config;
  for (const auto& [path, value] : {std::pair{"target", "lattice_gaussian"},
                                    {"target.variance_long", variance},
                                    {"target.variance_short", variance}})
    apply(config, {path, value});
  return make_target(config);
}

void expect_floor(const Target& target, int draws, int replications, const std::string& what) {
  const SiteDistribution distribution(*target.lattice());
  const SiteFloor floor = distribution.floor(draws);
  const auto all = simulate(distribution, distribution.masses(), draws, replications);
  expect_like(floor.total_variation, values_of(all, &SiteDistance::total_variation), what + ", TV");
  expect_like(floor.divergence, values_of(all, &SiteDistance::divergence), what + ", KL");
}

TEST(SiteDistribution, TheFloorIsThatOfSimulatedDraws) {
  struct Case {
    const char* target;
    int draws, replications;
  };
  for (const auto& [id, draws, replications] : {Case{"lattice8", 30, 4000},
                                                {"lattice8", 3000, 1000},
                                                {"lattice_gaussian", 500, 1000},
                                                {"lattice_modes", 4096, 100}})
    expect_floor(*lattice(id), draws, replications, id + std::string(", ") + std::to_string(draws));
}

TEST(SiteDistribution, TheFloorIsThatOfSimulatedDrawsWhereOneSiteHoldsMostOfTheMass) {
  for (const auto& [variance, heaviest] : {std::pair{"0.2", 0.72}, {"0.1", 0.97}, {"0.08", 0.99}}) {
    const auto target = narrow_gaussian(variance);
    EXPECT_NEAR(std::ranges::max(target->lattice()->distribution()), heaviest, 0.02) << variance;
    expect_floor(*target, 4000, 2000, std::string("variance ") + variance);
  }
}

TEST(SiteDistribution, AlmostAllOnOneSiteLeavesAlmostNothingToChance) {
  const auto target = narrow_gaussian("0.02");
  const double rest = 4 * std::exp(-1 / 0.04);  // on the four sites beside it
  const SiteFloor floor = SiteDistribution(*target->lattice()).floor(4000);
  // A rare draw off the heaviest site moves TV by 1/n.
  EXPECT_NEAR(floor.total_variation.sd / std::sqrt(rest / 4000), 1, 1e-3);
  EXPECT_NEAR(floor.total_variation.mean / (2 * rest), 1, 1e-3);
}

TEST(SiteDistribution, OneSiteLeavesNothingToChance) {
  RunConfig config;
  apply(config, {"target", "lattice_gaussian"});
  apply(config, {"target.side", "1"});
  const auto target = make_target(config);
  const SiteFloor floor = SiteDistribution(*target->lattice()).floor(100);
  for (const Expectation& e : {floor.total_variation, floor.divergence}) {
    EXPECT_EQ(e.mean, 0);
    EXPECT_EQ(e.sd, 0);
  }
}

/// The root mean square of the errors over the values' spread. Where sites hold about one draw each, V(n) is
/// no power of n and the continued error was 0.9 to 1.2 of the spread (2000 replications).
void expect_errors(const SiteDistribution& distribution, const std::vector<double>& drawn, int draws,
                   int replications, const std::string& what) {
  const auto all = simulate(distribution, drawn, draws, replications);
  for (const auto which : {&SiteDistance::total_variation, &SiteDistance::divergence}) {
    const Sample sample(values_of(all, which));
    double square = 0;
    for (const SiteDistance& each : all) square += std::pow((each.*which).error, 2) / replications;
    const double ratio = std::sqrt(square) / sample.sd, off = 4 * sample.relative_error;
    EXPECT_GT(ratio, 0.9 - off) << what;
    EXPECT_LT(ratio, 1.2 + off) << what;
  }
}

TEST(SiteDistribution, ErrorsAreTheSpreadOfIndependentDraws) {
  for (const char* id : {"lattice_modes", "lattice8"})
    for (const int draws : {500, 2000}) {
      const auto target = lattice(id);
      const SiteDistribution distribution(*target->lattice());
      std::vector<double> drawn = distribution.masses();
      const std::string what = id + std::string(", ") + std::to_string(draws);
      expect_errors(distribution, drawn, draws, 200, what);
      for (std::size_t i = 0; i < drawn.size(); ++i)
        drawn[i] *= 1 + 2.0 * static_cast<double>(i) / static_cast<double>(drawn.size());
      expect_errors(distribution, drawn, draws, 200, what + ", another distribution");
    }
}

TEST(SiteDistribution, DrawsOfOneSiteHaveNoSpread) {
  const auto target = lattice("lattice8");
  const SiteDistribution distribution(*target->lattice());
  SiteCounts counts(64, 0);
  counts[10] = 2000;
  EXPECT_EQ(distribution.distance(counts).total_variation.error, 0);
  EXPECT_LT(distribution.distance(counts).divergence.error, 1.0 / 2000);
  counts[10] = 1;
  EXPECT_TRUE(std::isnan(distribution.distance(counts).total_variation.error));
}

/// A report of chains on these sites of lattice8 at `step`.
DiagnosticsRequest request_of(const std::vector<Position>& sites, std::uint64_t step) {
  DiagnosticsRequest request;
  apply(request.config, {"target", "lattice8"});
  apply(request.config, {"sampler", "dmala"});
  request.config.chains = sites.size();
  const int report = static_cast<int>(sampler_unit(request.config.sampler.id).descriptor.channels.size());
  request.data = {
      .step = step, .chains = sites.size(), .state_size = chain_state_size, .report_size = report};
  request.data.state.assign(sites.size() * chain_state_size, 0);
  request.data.report.assign(sites.size() * static_cast<std::size_t>(report), 0);
  request.data.diverged.assign(sites.size(), 0);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    request.data.state[i * chain_state_size] = sites[i].x;
    request.data.state[i * chain_state_size + 1] = sites[i].y;
  }
  return request;
}

TEST(SiteReport, PoolsAllReportsButTheStart) {
  const auto target = lattice("lattice8");
  const SiteDistribution distribution(*target->lattice());
  Diagnostics diagnostics;
  EXPECT_EQ(diagnostics.report(request_of({{0, 0}, {0, 1}}, 0)).sites->pooled_draws, 0);
  diagnostics.report(request_of({{1, 2}, {5, 6}}, 1));
  const DiagnosticReport last = diagnostics.report(request_of({{6, 1}, {5, 6}}, 2));
  ASSERT_TRUE(last.sites);
  EXPECT_FALSE(last.mmd);
  EXPECT_EQ(last.sites->draws, 2);
  EXPECT_EQ(last.sites->pooled_draws, 4);
  const SiteCounts all = distribution.counts(std::vector<Position>{{1, 2}, {5, 6}, {6, 1}, {5, 6}});
  EXPECT_EQ(last.sites->pooled_total_variation, distribution.distance(all).total_variation.value);
  EXPECT_EQ(*last.sites->counts, distribution.counts(std::vector<Position>{{6, 1}, {5, 6}}));
  // Going back begins anew.
  EXPECT_EQ(diagnostics.report(request_of({{1, 2}, {5, 6}}, 1)).sites->pooled_draws, 2);
}

TEST(SiteReport, TakesThePlaceOfThePlanesDiagnostics) {
  EXPECT_EQ(default_quantities({"dmala"}), (std::vector<std::string>{"site_tv", "acceptance_rate", "jump"}));
  for (const auto& unit : kernel_samplers()) {
    std::vector<std::string> offered;
    for (const Quantity& quantity : plotted_quantities(unit.descriptor)) offered.push_back(quantity.id);
    const bool on_lattice = unit.descriptor.space == Space::lattice;
    for (const char* id : {"site_tv", "site_kl", "site_tv_pooled"})
      EXPECT_EQ(std::ranges::count(offered, id), on_lattice) << unit.descriptor.id << id;
    for (const char* id : {"mmd2", "configurational_temperature"})
      EXPECT_EQ(std::ranges::count(offered, id), !on_lattice) << unit.descriptor.id << id;
  }
}

}  // namespace
}  // namespace ergo::site_distribution_test
