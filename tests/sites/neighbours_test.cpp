// Counts over many sites at a time are those of one site after the other.
#include "core/sites/neighbours.h"

#include <gtest/gtest.h>

#include <random>

#include "core/sites/site_counts.h"
#include "core/sites/site_graph.h"

namespace ergo::neighbours_test {
namespace {

/// Against a walk along the pairs: grids of several shapes, a tree with a hub, and all pairs.
TEST(Neighbours, AreCountedAsAlongThePairs) {
  std::vector<SiteGraph> graphs = {barabasi_albert_graph(50, 4, 1), {5, {}}, {400, {}}, {40, {}}};
  for (int other = 1; other < 400; ++other) graphs[2].pairs.push_back({0, other});
  for (int first = 0; first < 40; ++first)
    for (int second = 0; second < first; ++second) graphs[3].pairs.push_back({first, second});
  for (const bool torus : {true, false})
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 7}, {2, 2}, {2, 9}, {3, 3}, {16, 16}, {23, 40}})
      graphs.push_back(grid_graph(rows, columns, torus));
  std::mt19937 random(1);
  for (const SiteGraph& graph : graphs) {
    const Neighbours neighbours(graph.sites, graph.pairs);
    SCOPED_TRACE(graph.sites);
    for (int round = 0; round < 20; ++round) {
      const int values = round % 2 ? 2 : 5;
      Configuration x(static_cast<std::size_t>(graph.sites));
      for (auto& value : x) value = static_cast<std::uint8_t>(random() % values);
      int equal = 0;
      std::vector<std::int16_t> sums(x.size()), expected(x.size());
      for (const auto [first, second] : graph.pairs) {
        const auto i = static_cast<std::size_t>(first), k = static_cast<std::size_t>(second);
        equal += x[i] == x[k];
        expected[i] = static_cast<std::int16_t>(expected[i] + 2 * x[k] - 1);
        expected[k] = static_cast<std::int16_t>(expected[k] + 2 * x[i] - 1);
      }
      EXPECT_EQ(neighbours.equal_pairs(x), equal);
      if (values > 2) continue;
      neighbours.spin_sums(x, sums);
      EXPECT_EQ(sums, expected);
    }
  }
}

TEST(SiteCounts, CountSites) {
  std::mt19937 random(2);
  for (std::size_t n = 1; n < 600; n += 7)
    for (const int values : {2, 3, 256}) {
      Configuration x(n), y(n);
      for (auto* configuration : {&x, &y})
        for (auto& value : *configuration) value = static_cast<std::uint8_t>(random() % values);
      std::vector<int> counts(static_cast<std::size_t>(values)), expected(counts.size());
      int unequal = 0;
      for (std::size_t site = 0; site < n; ++site) {
        ++expected[x[site]];
        unequal += x[site] != y[site];
      }
      count_values(x, counts);
      EXPECT_EQ(counts, expected);
      EXPECT_EQ(count_of(x, 1), expected[1]);
      EXPECT_EQ(differing(x, y), unequal);
    }
}

}  // namespace
}  // namespace ergo::neighbours_test
