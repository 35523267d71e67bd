// Units of sites: graphs, parameters, small cases, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/site_targets/pair_target.h"
#include "tests/sites/site_cases.h"

namespace ergo::site_units_test {
namespace {

TEST(SiteGraphs, HaveEachPairOnce) {
  const auto pairs = [](const SiteGraph& graph) {
    std::set<std::pair<int, int>> all;
    for (const auto [i, j] : graph.pairs) {
      EXPECT_NE(i, j);
      EXPECT_TRUE(all.emplace(std::min(i, j), std::max(i, j)).second) << i << " " << j;
    }
    return all.size();
  };
  EXPECT_EQ(pairs(grid_graph(2, 2, true)), 4u);
  EXPECT_EQ(pairs(grid_graph(2, 5, true)), 15u);
  EXPECT_EQ(pairs(grid_graph(5, 5, true)), 50u);
  EXPECT_EQ(pairs(grid_graph(5, 5, false)), 40u);
  const SiteGraph graph = barabasi_albert_graph(400, 4, 1);
  EXPECT_EQ(pairs(graph), 4u * 396u);
  std::vector<int> degree(400);
  for (const auto [i, j] : graph.pairs)
    ++degree[static_cast<std::size_t>(i)], ++degree[static_cast<std::size_t>(j)];
  EXPECT_EQ(*std::ranges::min_element(std::span(degree).subspan(4)), 4);
  EXPECT_GT(*std::ranges::max_element(degree), 30);  // degrees fall off like a power of -3, not exponentially
  EXPECT_NE(barabasi_albert_graph(400, 4, 2).pairs[700].first, graph.pairs[700].first);
}

TEST(SiteGraphs, BlocksAreIndependentAndComplete) {
  for (const SiteGraph& graph :
       {grid_graph(4, 6, true), grid_graph(3, 3, true), barabasi_albert_graph(50, 4, 3)}) {
    std::vector<std::size_t> block_of(static_cast<std::size_t>(graph.sites), 99);
    const auto blocks = independent_blocks(graph);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const int site : blocks[b]) block_of[static_cast<std::size_t>(site)] = b;
    EXPECT_EQ(std::ranges::count(block_of, 99u), 0);
    for (const auto [i, j] : graph.pairs)
      EXPECT_NE(block_of[static_cast<std::size_t>(i)], block_of[static_cast<std::size_t>(j)]);
  }
  EXPECT_EQ(independent_blocks(grid_graph(4, 6, true)).size(), 2u);
}

TEST(SiteUnits, ReadAllTheirParameters) {
  const auto target = make_site_target("ising");
  for (const SiteTargetUnit& unit : site_targets()) {
    const auto values = initial_values(unit.parameters);
    const Parameters parameters(unit.parameters, values);
    EXPECT_GT(unit.make(parameters)->sites(), 1) << unit.id;
    EXPECT_EQ(parameters.unread(), std::vector<std::string>()) << unit.id;
  }
  for (const SiteSamplerUnit& unit : site_samplers()) {
    const auto values = initial_values(unit.parameters);
    const Parameters parameters(unit.parameters, values);
    EXPECT_EQ(&unit.make(target, parameters)->target(), target.get()) << unit.id;
    if (unit.adaptation) unit.adaptation->begin(parameters);
    EXPECT_EQ(parameters.unread(), std::vector<std::string>()) << unit.id;
  }
}

/// Transition matrices of the small cases can be checked.
TEST(SiteUnits, AllHaveSmallCases) {
  for (const SiteTargetUnit& unit : site_targets()) {
    EXPECT_FALSE(unit.small.empty()) << unit.id;
    for (const std::vector<SiteSetting>& settings : unit.small) {
      const auto target = make_site_target(unit.id, settings);
      EXPECT_LE(std::pow(target->values(), target->sites()), 1024) << unit.id;
    }
  }
}

/// Rather than begin a sum that has no end in sight.
TEST(SiteUnits, RefuseToTellTooManyOutcomes) {
  const auto grid = make_site_target("ising", {{"side", 8}}), machine = make_site_target("rbm");
  const std::vector<SiteCase> many = {{"dmala_sites", {}},
                                      {"block_gibbs", {}},
                                      {"gibbs_sites", {{"updates", 20}}},
                                      {"gwg", {{"flips", 8}}},
                                      {"pas", {}},
                                      {"pas", {{"path", "fast"}}},
                                      {"swendsen_wang", {}}};
  for (const SiteCase& c : many)
    EXPECT_THROW(expected_report(*make_site_sampler(c.id, grid, c.settings), Configuration(64)), Error)
        << c.id;
  EXPECT_THROW(expected_report(*make_site_sampler("block_gibbs", machine), Configuration(64)), Error);
  EXPECT_GT(expected_report(*make_site_sampler("gwg", grid, {{"flips", 2}}), Configuration(64)).acceptance,
            0);
}

TEST(SiteUnits, RefuseWhatIsWrong) {
  EXPECT_THROW(make_site_target("isink"), Error);
  EXPECT_THROW(make_site_target("ising", {{"size", 4}}), Error);
  EXPECT_THROW(make_site_target("ising", {{"side", 1}}), Error);
  EXPECT_THROW(make_site_target("ising", {{"side", 4.5}}), Error);
  EXPECT_THROW(make_site_target("ising", {{"boundary", "moebius"}}), Error);
  EXPECT_THROW(make_site_target("ising", {{"coupling", 1e3}}), Error);
  EXPECT_THROW(make_site_target("ising_graph", {{"sites", 4}}), Error);
  EXPECT_THROW(PairTarget(grid_graph(2, 2, true), SiteCoding::numbers, 1, {0, 0, 0}, 0), Error);
  EXPECT_THROW(PairTarget(grid_graph(2, 2, true), SiteCoding::classes, 1e3, {0, 0, 0}, 0), Error);
  EXPECT_THROW(rbm_target({{0, 0}, {0}, {1}}), Error);
  EXPECT_THROW(lattice_gaussian_target(4, 0, {1, 2, 3}), Error);
  EXPECT_THROW(lattice_gaussian_target(4, 0, {1, 2, 3, 1}), Error);
  EXPECT_THROW(lattice_gaussian_target(300, 0, {1}), Error);
  EXPECT_THROW(rbm_target({{0, 0}, {}, {}}), Error);
  EXPECT_THROW(binary_regression_target({{1, 2, 3}, {1, 0}}, 2), Error);
  EXPECT_THROW(binary_regression_target({{}, {}}, 2), Error);
  EXPECT_THROW(quartic_mixture_target({2, 5, 0, 1, 1}), Error);
  EXPECT_THROW(quartic_mixture_target({2, 300, 3, 1, 1}), Error);
  EXPECT_THROW(quartic_mixture_target({2, 5, 3, 0, 1}), Error);
  const auto attracting = make_site_target("potts", {{"side", 3}});
  const auto repelling = make_site_target("ising", {{"coupling", -0.1}});
  const auto machine = make_site_target("rbm");
  EXPECT_THROW(make_site_sampler("swendsen_wang", repelling), Error);
  EXPECT_THROW(make_site_sampler("swendsen_wang", machine), Error);
  EXPECT_THROW(make_site_sampler("gwg", attracting, {{"flips", 2}}), Error);
  EXPECT_THROW(make_site_sampler("rwm_sites", attracting, {{"flips", 9}}), Error);
  EXPECT_THROW(SiteStates(make_site_target("ising")), Error);  // 2^25
  EXPECT_THROW(SiteChain(*attracting, Configuration(8)), Error);
  EXPECT_THROW(SiteChain(*attracting, Configuration(9, 3)), Error);
  try {
    make_site_sampler("dmala_sites", attracting, {{"alpha", -1}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.value, "-1");
    EXPECT_EQ(error.where, "dmala_sites");
    EXPECT_NE(error.legal.find("1e+06"), std::string::npos) << error.legal;
  }
}

}  // namespace
}  // namespace ergo::site_units_test
