#include "core/view/density_levels.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/unit/lattice.h"

namespace ergo {
namespace {

struct Grid {
  Position low, cell;
  int columns, rows;
  Position at(int i) const {
    const double column = i % columns + 0.5;
    const double row = i / columns + 0.5;
    return low + Position{column * cell.x, rows == 1 ? 0 : row * cell.y};
  }
};

Grid grid_over(const Target& target) {
  const Window window = target.window();
  const Position extent = window.high - window.low;
  if (target.dim == 1) return {{window.low.x, 0}, {extent.x / 4096, 0}, 4096, 1};
  if (const LatticeTarget* lattice = target.lattice())
    return {window.low, {1, 1}, lattice->sides().x, lattice->sides().y};
  constexpr int side = 256;
  return {window.low, {extent.x / side, extent.y / side}, side, side};
}

/// Descends from x by compass search, from steps of one cell down to a thousandth.
double lowest_energy_near(const Target& target, Position x, Position cell) {
  double best = target.evaluate(x).energy;
  double step = 1;
  for (int tries = 0; tries < 1000 && step > 1e-3; ++tries) {
    const Position dx{step * cell.x, 0}, dy{0, step * cell.y};
    bool moved = false;
    for (const Position trial : {x + dx, x - dx, x + dy, x - dy}) {
      const double energy = target.evaluate(trial).energy;
      if (!(energy < best)) continue;
      best = energy;
      x = trial;
      moved = true;
    }
    if (!moved) step /= 2;
  }
  return best;
}

}  // namespace

DensityLevels density_levels(const Target& target) {
  const Grid grid = grid_over(target);
  std::vector<double> energies;
  energies.reserve(static_cast<std::size_t>(grid.columns * grid.rows));
  Position lowest = grid.at(0);
  double least = INFINITY;
  for (int i = 0; i < grid.columns * grid.rows; ++i) {
    const double energy = target.evaluate(grid.at(i)).energy;
    if (!std::isfinite(energy)) continue;
    energies.push_back(energy);
    if (energy >= least) continue;
    least = energy;
    lowest = grid.at(i);
  }
  DensityLevels levels;
  if (energies.empty()) return levels;
  levels.peak = target.lattice() ? least : lowest_energy_near(target, lowest, grid.cell);
  for (const Mode& mode : target.modes())
    levels.peak = std::min(levels.peak, target.evaluate(mode.centre).energy);

  std::ranges::sort(energies);
  double mass = 0;
  for (const double energy : energies) mass += std::exp(levels.peak - energy);
  const double cell_volume = grid.cell.x * (target.dim == 1 ? 1 : grid.cell.y);
  levels.log_mass = std::log(mass * cell_volume) - levels.peak;
  double enclosed = 0;
  std::size_t level = 0;
  for (const double energy : energies) {
    enclosed += std::exp(levels.peak - energy);
    while (level < levels.energies.size() && enclosed >= contour_masses[level] * mass)
      levels.energies[level++] = energy;
  }
  for (; level < levels.energies.size(); ++level) levels.energies[level] = energies.back();
  return levels;
}

double transfer(const DensityLevels& levels) {
  constexpr double fall = 1.8;
  return fall / std::max(levels.energies[2] - levels.peak, fall);
}

}  // namespace ergo
