#include "core/sites/site_graph.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/sites/site_draws.h"

namespace ergo {

SiteGraph grid_graph(int rows, int columns, bool torus) {
  SiteGraph graph{rows * columns, {}};
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const int site = r * columns + c;
      if (c + 1 < columns || (torus && columns > 2))
        graph.pairs.push_back({site, r * columns + (c + 1) % columns});
      if (r + 1 < rows || (torus && rows > 2)) graph.pairs.push_back({site, (r + 1) % rows * columns + c});
    }
  return graph;
}

SiteGraph barabasi_albert_graph(int sites, int attached, std::uint64_t seed) {
  if (sites <= attached)
    throw illegal_value("sites", std::to_string(sites), "at least " + std::to_string(attached + 1), "");
  SiteGraph graph{sites, {}};
  std::vector<int> ends;  // each site as often as it has pairs
  for (int site = attached; site < sites; ++site) {
    const SiteDraws draws(seed, Purpose::data, 0, static_cast<std::uint64_t>(site));
    std::vector<int> joined;
    for (std::uint32_t slot = 0; std::ssize(joined) < attached; ++slot) {
      const int other = site == attached
                            ? static_cast<int>(slot)
                            : ends[static_cast<std::size_t>(draws(slot) * static_cast<double>(ends.size()))];
      if (std::ranges::find(joined, other) == joined.end()) joined.push_back(other);
    }
    for (const int other : joined) {
      graph.pairs.push_back({other, site});
      ends.insert(ends.end(), {other, site});
    }
  }
  return graph;
}

std::vector<std::vector<int>> independent_blocks(const SiteGraph& graph) {
  std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(graph.sites)), blocks;
  for (const auto [first, second] : graph.pairs) {
    neighbours[static_cast<std::size_t>(first)].push_back(second);
    neighbours[static_cast<std::size_t>(second)].push_back(first);
  }
  std::vector<std::size_t> block(neighbours.size(), neighbours.size());
  for (std::size_t site = 0; site < neighbours.size(); ++site) {
    const auto taken = [&](std::size_t b) {
      return std::ranges::any_of(neighbours[site],
                                 [&](int other) { return block[static_cast<std::size_t>(other)] == b; });
    };
    std::size_t free = 0;
    while (taken(free)) ++free;
    block[site] = free;
    if (free == blocks.size()) blocks.emplace_back();
    blocks[free].push_back(static_cast<int>(site));
  }
  return blocks;
}

}  // namespace ergo
