// Distances of a histogram from a lattice's law, and what exact draws give, against plain sums and
// simulation.
#include "core/diagnostics/site_law.h"

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

namespace ergo {
namespace {

std::unique_ptr<Target> lattice(const std::string& id) { return target_unit(id).make(); }

TEST(SiteLaw, DistancesAreTheSumsOverAllSites) {
  const auto target = lattice("lattice8");
  const SiteLaw law(*target->lattice());
  SiteCounts counts(64, 0);
  counts[10] = 30, counts[11] = 9, counts[63] = 1;
  double variation = 0, divergence = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const double share = static_cast<double>(counts[i]) / 40, p = target->lattice()->law()[i];
    variation += std::abs(share - p) / 2;
    if (counts[i] > 0) divergence += share * std::log(share / p);
  }
  const SiteDistance distance = law.distance(counts);
  EXPECT_NEAR(distance.total_variation.value, variation, 1e-14);
  EXPECT_NEAR(distance.divergence.value, divergence, 1e-13);
  EXPECT_TRUE(std::isnan(law.distance(SiteCounts(64, 0)).total_variation.value));
}

TEST(SiteLaw, TheLawItselfIsAtNoDistance) {
  const auto target = lattice("lattice8");
  const SiteLaw law(*target->lattice());
  SiteCounts counts(64);
  double error = 0;  // of rounding to counts
  for (std::size_t i = 0; i < 64; ++i) {
    counts[i] = static_cast<std::uint64_t>(std::round(1e12 * law.masses()[i]));
    error += 1e-12;
  }
  EXPECT_LE(law.distance(counts).total_variation.value, error);
  EXPECT_NEAR(law.distance(counts).divergence.value, 0, 2 * error);
}

// 1.28 million exact draws on the 25 cones, as many as 128 chains of 10 000 steps: the mean by a plain sum
// over all sites, of another program; one simulation gave 0.0629, to its last digit.
TEST(SiteLaw, TheFloorOfThePublishedExperiment) {
  const auto target = lattice("lattice_modes");
  const Expectation floor = SiteLaw(*target->lattice()).floor(1.28e6).total_variation;
  EXPECT_NEAR(floor.mean, 0.0630360224, 1e-8);
  EXPECT_LT(floor.sd, 0.00026670);  // that of independent sites, before their sum is given
  EXPECT_NEAR(floor.mean, 0.0629, 3 * floor.sd + 0.00005);
}

/// Multinomial histograms of `draws`, by inversion.
std::vector<SiteDistance> simulate(const SiteLaw& law, int draws, int replications) {
  std::vector<double> cumulative(law.masses().size());
  std::partial_sum(law.masses().begin(), law.masses().end(), cumulative.begin());
  std::mt19937_64 words(1);
  std::uniform_real_distribution<double> uniform(0, cumulative.back());
  std::vector<SiteDistance> all;
  for (int r = 0; r < replications; ++r) {
    SiteCounts counts(cumulative.size(), 0);
    for (int i = 0; i < draws; ++i)
      ++counts[static_cast<std::size_t>(
          std::upper_bound(cumulative.begin(), cumulative.end() - 1, uniform(words)) - cumulative.begin())];
    all.push_back(law.distance(counts));
  }
  return all;
}

/// The mean within 4 standard errors; the standard deviation within 4 of its own (1/sqrt(2 R) of it) and the
/// approximation's error, which over 64 sites is of the order of 1/64; the band holds nine in ten within 4
/// standard errors and what a skewness of up to 0.4 moves of a normal law's tails.
void expect_like(Expectation floor, std::vector<double> values, const std::string& what) {
  const double count = static_cast<double>(values.size());
  double mean = 0, square = 0;
  for (const double v : values) mean += v / count;
  for (const double v : values) square += (v - mean) * (v - mean) / (count - 1);
  const double sd = std::sqrt(square);
  EXPECT_NEAR(floor.mean, mean, 4 * sd / std::sqrt(count)) << what;
  EXPECT_NEAR(floor.sd / sd, 1, 4 / std::sqrt(2 * count) + 0.02) << what;
  const Interval band = normal_band(floor);
  const auto inside =
      std::ranges::count_if(values, [&](double v) { return v >= band.low && v <= band.high; });
  EXPECT_NEAR(static_cast<double>(inside) / count, 0.9, 4 * std::sqrt(0.09 / count) + 0.01) << what;
}

TEST(SiteLaw, TheFloorIsThatOfSimulatedDraws) {
  struct Case {
    const char* target;
    int draws, replications;
  };
  for (const auto& [id, draws, replications] : {Case{"lattice8", 30, 4000},
                                                {"lattice8", 3000, 1000},
                                                {"lattice_gaussian", 500, 1000},
                                                {"lattice_modes", 4096, 100}}) {
    const auto target = lattice(id);
    const SiteLaw law(*target->lattice());
    const SiteFloor floor = law.floor(draws);
    std::vector<double> variations, divergences;
    for (const SiteDistance& d : simulate(law, draws, replications)) {
      variations.push_back(d.total_variation.value);
      divergences.push_back(d.divergence.value);
    }
    const std::string what = id + std::string(", ") + std::to_string(draws);
    expect_like(floor.total_variation, variations, what + ", total variation");
    expect_like(floor.divergence, divergences, what + ", divergence");
  }
}

TEST(SiteLaw, OneSiteLeavesNothingToChance) {
  RunConfig config;
  apply(config, {"target", "lattice_gaussian"});
  apply(config, {"target.side", "1"});
  const auto target = make_target(config);
  const SiteFloor floor = SiteLaw(*target->lattice()).floor(100);
  EXPECT_EQ(floor.total_variation.mean, 0);
  EXPECT_EQ(floor.divergence.mean, 0);
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
  const SiteLaw law(*target->lattice());
  Diagnostics diagnostics;
  EXPECT_EQ(diagnostics.report(request_of({{0, 0}, {0, 1}}, 0)).sites->pooled_draws, 0);
  diagnostics.report(request_of({{1, 2}, {5, 6}}, 1));
  const DiagnosticReport last = diagnostics.report(request_of({{6, 1}, {5, 6}}, 2));
  ASSERT_TRUE(last.sites);
  EXPECT_FALSE(last.mmd);
  EXPECT_EQ(last.sites->draws, 2);
  EXPECT_EQ(last.sites->pooled_draws, 4);
  const SiteCounts all = law.counts(std::vector<Position>{{1, 2}, {5, 6}, {6, 1}, {5, 6}});
  EXPECT_EQ(last.sites->pooled_total_variation, law.distance(all).total_variation.value);
  EXPECT_EQ(*last.sites->counts, law.counts(std::vector<Position>{{6, 1}, {5, 6}}));
  // Going back begins anew.
  EXPECT_EQ(diagnostics.report(request_of({{1, 2}, {5, 6}}, 1)).sites->pooled_draws, 2);
}

TEST(SiteReport, TakesThePlaceOfThePlanesDiagnostics) {
  std::vector<std::string> ids;
  for (const Quantity& quantity : plotted_quantities(sampler_unit("dmala").descriptor))
    if (quantity.shown) ids.push_back(quantity.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"site_tv", "acceptance_rate", "jump"}));
  for (const auto& unit : samplers()) {
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
}  // namespace ergo
