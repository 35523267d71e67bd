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

/// Hidden units, those with the longest filters first.
std::vector<std::size_t> by_length(const RbmWeights& weights) {
  const std::size_t n = weights.b.size();
  std::vector<double> squares(weights.c.size());
  for (std::size_t i = 0; i < weights.w.size(); ++i) squares[i / n] += weights.w[i] * weights.w[i];
  std::vector<std::size_t> units(squares.size());
  std::iota(units.begin(), units.end(), std::size_t{0});
  std::ranges::stable_sort(units, std::greater{}, [&](std::size_t unit) { return squares[unit]; });
  return units;
}

}  // namespace

Image picture_of(const RbmWeights& weights, const PictureSet& pictures,
                 std::span<const Configuration> configurations, const Palette& palette) {
  const std::vector<std::size_t> units = by_length(weights);
  TileLayout filters{pictures.rows, pictures.columns, tiles_in_row, cell, gap, gap, gap};
  const int filter_rows = filters.rows_of(units.size());
  const std::size_t shown =
      std::min(configurations.size(), static_cast<std::size_t>(filter_rows * tiles_in_row));
  TileLayout below = filters;
  below.top += filter_rows * (filters.tile_height() + gap) + wide_gap;
  Tiles tiles(gap + tiles_in_row * (filters.tile_width() + gap),
              below.top + below.rows_of(shown) * (below.tile_height() + gap), palette.ground);
  double top = 0;
  for (const double w : weights.w) top = std::max(top, std::abs(w));
  for (std::size_t place = 0; place < units.size(); ++place)
    tiles.fill(filters, place, [&](std::size_t i) {
      const double w = weights.w[units[place] * weights.b.size() + i];
      return between(palette.density_low, w > 0 ? palette.excess : palette.lack,
                     top > 0 ? std::abs(w) / top : 0);
    });
  for (std::size_t place = 0; place < shown; ++place)
    tiles.fill(below, place, [&](std::size_t i) {
      return components(configurations[place][i] ? palette.text : palette.raised);
    });
  return tiles.take();
}

}  // namespace ergo
