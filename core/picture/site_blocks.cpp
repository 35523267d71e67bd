#include "core/picture/site_blocks.h"

#include <algorithm>
#include <cmath>

namespace ergo {

int difference_block(const LatticeTarget& target, std::size_t chains) {
  constexpr double expected = 16;
  double entropy = 0;
  for (const double p : target.distribution())
    if (p > 0) entropy -= p * std::log(p);
  const double side = std::sqrt(expected * std::exp(entropy) / static_cast<double>(chains));
  return static_cast<int>(std::clamp(std::ceil(side), 1.0, static_cast<double>(most_side)));
}

int blocks_along(int side, int block) { return (side + block - 1) / block; }

std::size_t block_count(Sides sides, int block) {
  return static_cast<std::size_t>(blocks_along(sides.x, block)) *
         static_cast<std::size_t>(blocks_along(sides.y, block));
}

std::vector<float> block_masses(const LatticeTarget& lattice, int block) {
  const Sides sides = lattice.sides();
  const int rows = blocks_along(sides.y, block);
  std::vector<double> sums(block_count(sides, block), 0.0);
  for (int i = 0; i < sides.x; ++i)
    for (int j = 0; j < sides.y; ++j)
      sums[static_cast<std::size_t>(i / block * rows + j / block)] +=
          lattice.distribution()[static_cast<std::size_t>(i * sides.y + j)];
  std::vector<float> means(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const int column = static_cast<int>(k) / rows, row = static_cast<int>(k) % rows;
    const int wide = std::min(block, sides.x - column * block), high = std::min(block, sides.y - row * block);
    means[k] = static_cast<float>(sums[k] / (wide * high));
  }
  return means;
}

std::vector<float> by_rows(Sides sides, const std::vector<double>& distribution) {
  std::vector<float> rows(distribution.size());
  for (int i = 0; i < sides.x; ++i)
    for (int j = 0; j < sides.y; ++j)
      rows[static_cast<std::size_t>(j * sides.x + i)] =
          static_cast<float>(distribution[static_cast<std::size_t>(i * sides.y + j)]);
  return rows;
}

std::array<double, 4> border_masses(const LatticeTarget& lattice, const DensityLevels& levels) {
  const double log_normaliser = *lattice.log_normaliser();
  std::array<double, 4> masses;
  std::ranges::transform(levels.energies, masses.begin(), [&](double energy) {
    return (1 - 1e-5) * std::exp(-energy - log_normaliser);  // numbers in float
  });
  return masses;
}

}  // namespace ergo
