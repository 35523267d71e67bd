#include "core/learning/rbm_picture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "core/site_pictures/tiles.h"

namespace ergo {
namespace {

constexpr int cell = 10, gap = 8, wide_gap = 24;  // pixels
constexpr int tiles_in_row = 12;

}  // namespace

std::vector<std::size_t> units_by_length(const RbmWeights& weights) {
  const std::size_t n = weights.b.size();
  std::vector<double> squares(weights.c.size());
  for (std::size_t i = 0; i < weights.w.size(); ++i) squares[i / n] += weights.w[i] * weights.w[i];
  std::vector<std::size_t> units(squares.size());
  std::iota(units.begin(), units.end(), std::size_t{0});
  std::ranges::stable_sort(units, std::greater{}, [&](std::size_t unit) { return squares[unit]; });
  return units;
}

double largest_weight(const RbmWeights& weights) {
  double largest = 0;
  for (const double w : weights.w) largest = std::max(largest, std::abs(w));
  return largest;
}

Tiles::Shade shade_of(double weight, double largest, const Palette& palette) {
  return between(palette.density_low, weight > 0 ? palette.excess : palette.lack,
                 largest > 0 ? std::abs(weight) / largest : 0);
}

Image picture_of(const RbmWeights& weights, SiteGridShape shape,
                 std::span<const Configuration> configurations, const Palette& palette) {
  const std::vector<std::size_t> units = units_by_length(weights);
  TileLayout filters{shape.rows, shape.columns, tiles_in_row, cell, gap, gap, gap};
  const int filter_rows = filters.rows_of(units.size());
  const std::size_t shown =
      std::min(configurations.size(), static_cast<std::size_t>(filter_rows * tiles_in_row));
  TileLayout below = filters;
  below.top += filter_rows * (filters.tile_height() + gap) + wide_gap;
  Tiles tiles(gap + tiles_in_row * (filters.tile_width() + gap),
              below.top + below.rows_of(shown) * (below.tile_height() + gap), palette.ground);
  const double largest = largest_weight(weights);
  for (std::size_t place = 0; place < units.size(); ++place)
    tiles.fill(filters, place, [&](std::size_t i) {
      return shade_of(weights.w[units[place] * weights.b.size() + i], largest, palette);
    });
  for (std::size_t place = 0; place < shown; ++place)
    tiles.fill(below, place, [&](std::size_t i) {
      return components(configurations[place][i] ? palette.text : palette.raised);
    });
  return tiles.take();
}

}  // namespace ergo
