#pragma once

#include <cstdint>

#include "core/sites/site_target.h"

namespace ergo {

/// Sites 0 .. sites - 1 and the pairs of them that interact, each once.
struct SiteGraph {
  int sites = 0;
  std::vector<SitePair> pairs;
};

/// Neighbours on a grid, sites numbered by rows. On a torus the last row and column touch the first ones
/// where they are not next to them anyway: a side of 2 has no double edges.
SiteGraph grid_graph(int rows, int columns, bool torus);

/// Random graph of Barabasi & Albert 1999: site k >= `attached` joins `attached` different earlier ones, the
/// first such site all there are, a later one each with probability proportional to its number of pairs
/// (drawn again where it is joined already). Throws Error for fewer than attached + 1 sites.
SiteGraph barabasi_albert_graph(int sites, int attached, std::uint64_t seed);

/// The sites in blocks without pairs, each site in the first block that has none of its neighbours: on grids
/// whose sides are even or open, the two colours of a chequerboard.
std::vector<std::vector<int>> independent_blocks(const SiteGraph& graph);

}  // namespace ergo
