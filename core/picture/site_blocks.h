#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/unit/lattice.h"
#include "core/view/density_levels.h"
#include "core/view/view.h"

namespace ergo {

/// The colour scale of a lattice's picture: brightness = (mass of a site/peak)^transfer.
struct SiteScale {
  double peak = 1, transfer = 1;
  int block = 1;  ///< sites a side of the blocks in which distribution and swarm are compared
};

/// Sites a side of blocks in which `chains` exact draws are expected to number 16 where the distribution is
/// as dense as on average, -log p its entropy: a block left empty then stands out by four standard
/// deviations.
int difference_block(const LatticeTarget& target, std::size_t chains);

int blocks_along(int side, int block);
std::size_t block_count(Sides sides, int block);
/// Mean mass of the sites of each block, blocks along y first.
std::vector<float> block_masses(const LatticeTarget& lattice, int block);
/// The masses of a lattice's distribution or another one by rows: [y][x].
std::vector<float> by_rows(Sides sides, const std::vector<double>& distribution);
/// The mass of a site at the border of each contour; some sites lie on the border itself.
std::array<double, 4> border_masses(const LatticeTarget& lattice, const DensityLevels& levels);

}  // namespace ergo
