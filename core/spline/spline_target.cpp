#include "core/spline/spline_target.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <numbers>

#include "core/survey/modes.h"

namespace ergo {
namespace {

constexpr double mass_beyond = 2.5e-4, reaches = 4;

/// Masses by the rule of rectangles, up to a common factor.
Window with_leaks(const EnergyGrid& grid, Position reach) {
  const double lowest = std::ranges::min(grid.energy);
  double all = 0, left = 0, right = 0, below = 0, above = 0;
  for (int j = 0; j < grid.rows; ++j)
    for (int i = 0; i < grid.columns; ++i) {
      const double mass = std::exp(lowest - grid.energy[static_cast<std::size_t>(j * grid.columns + i)]);
      all += mass;
      if (i == 0) left += mass;
      if (i == grid.columns - 1) right += mass;
      if (j == 0) below += mass;
      if (j == grid.rows - 1) above += mass;
    }
  // Beyond a side lies half a Gaussian's integral of the reach: so many cells.
  const Position side = grid.window.high - grid.window.low;
  const double half_gaussian = std::sqrt(std::numbers::pi / 2);
  const double cells_x = half_gaussian * reach.x * (grid.columns - 1) / side.x;
  const double cells_y = half_gaussian * reach.y * (grid.rows - 1) / side.y;
  const auto further = [&](double beyond, double by) { return beyond > mass_beyond * all ? reaches * by : 0; };
  return {grid.window.low - Position{further(left * cells_x, reach.x), further(below * cells_y, reach.y)},
          grid.window.high + Position{further(right * cells_x, reach.x), further(above * cells_y, reach.y)}};
}

std::shared_ptr<const SplineDensity> density_of(EnergyGrid grid) {
  constexpr std::size_t most = 8;
  static std::mutex mutex;
  static std::list<std::shared_ptr<const SplineDensity>> kept;  // the last one asked for first
  const std::lock_guard lock(mutex);
  const auto found = std::ranges::find_if(kept, [&](const auto& density) { return density->grid() == grid; });
  if (found != kept.end()) {
    kept.splice(kept.begin(), kept, found);
  } else {
    kept.push_front(std::make_shared<const SplineDensity>(std::move(grid)));
    if (kept.size() > most) kept.pop_back();
  }
  return kept.front();
}

}  // namespace

SplineDensity::SplineDensity(EnergyGrid grid)
    : grid_(std::move(grid)),
      spline_(Spline(grid_).in_single_precision()),
      window_(with_leaks(grid_, spline_.reach_beyond())) {}

const std::vector<Mode>& SplineDensity::modes() const {
  std::call_once(modes_once_, [this] {
    const Landscape landscape{.energy = [this](Position x) { return spline_(x).energy; },
                              .energies = [this](std::span<const double> x, std::span<const double> y,
                                                 std::span<double> energy) { spline_.energies(x, y, energy); }};
    modes_ = find_modes(landscape, window_);
  });
  return modes_;
}

SplineTarget::SplineTarget(EnergyGrid grid) : density_(density_of(std::move(grid))) {}

std::vector<double> SplineTarget::device_numbers(std::span<const double> values) const {
  std::vector<double> numbers(values.begin(), values.end());
  const std::vector<double> spline = density_->spline().device_numbers();
  numbers.insert(numbers.end(), spline.begin(), spline.end());
  return numbers;
}

}  // namespace ergo
