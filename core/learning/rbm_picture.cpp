#include "core/learning/rbm_picture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace ergo {
namespace {

constexpr int cell = 10, gap = 8, wide_gap = 24;  // pixels
constexpr int tiles_in_row = 12;

/// Tiles of the pictures' size side by side, in two groups of rows.
class Tiles {
 public:
  Tiles(const PictureSet& shape, int rows_above, int rows_below, Colour ground)
      : rows_(shape.rows), columns_(shape.columns), rows_above_(rows_above) {
    picture_.width = gap + tiles_in_row * (columns_ * cell + gap);
    picture_.height = top_of(rows_above + rows_below);
    picture_.pixels.resize(static_cast<std::size_t>(4 * picture_.width * picture_.height));
    for (int y = 0; y < picture_.height; ++y)
      for (int x = 0; x < picture_.width; ++x) put(x, y, components(ground));
  }

  /// `colour` of each cell, by rows.
  void fill(int tile, const std::function<std::array<float, 3>(std::size_t)>& colour) {
    const int left = gap + tile % tiles_in_row * (columns_ * cell + gap), top = top_of(tile / tiles_in_row);
    for (int y = 0; y < rows_ * cell; ++y)
      for (int x = 0; x < columns_ * cell; ++x)
        put(left + x, top + y, colour(static_cast<std::size_t>(y / cell * columns_ + x / cell)));
  }

  RgbaPicture take() { return std::move(picture_); }

 private:
  int top_of(int row) const { return gap + row * (rows_ * cell + gap) + (row < rows_above_ ? 0 : wide_gap); }
  void put(int x, int y, const std::array<float, 3>& colour) {
    auto* pixel = &picture_.pixels[static_cast<std::size_t>(4 * (y * picture_.width + x))];
    for (std::size_t k = 0; k < 3; ++k) pixel[k] = static_cast<std::uint8_t>(std::lround(255 * colour[k]));
    pixel[3] = 255;
  }
  int rows_, columns_, rows_above_;
  RgbaPicture picture_;
};

std::array<float, 3> between(Colour from, Colour to, double share) {
  const auto a = components(from), b = components(to);
  std::array<float, 3> mixed;
  for (std::size_t k = 0; k < 3; ++k) mixed[k] = std::lerp(a[k], b[k], static_cast<float>(share));
  return mixed;
}

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

int rows_for(std::size_t tiles) { return (static_cast<int>(tiles) + tiles_in_row - 1) / tiles_in_row; }

}  // namespace

RgbaPicture picture_of(const RbmWeights& weights, const PictureSet& pictures,
                       std::span<const Configuration> configurations, const Palette& palette) {
  const std::vector<std::size_t> units = by_length(weights);
  const int filter_rows = rows_for(units.size());
  const std::size_t shown =
      std::min(configurations.size(), static_cast<std::size_t>(filter_rows * tiles_in_row));
  Tiles tiles(pictures, filter_rows, rows_for(shown), palette.ground);
  double top = 0;
  for (const double w : weights.w) top = std::max(top, std::abs(w));
  for (std::size_t place = 0; place < units.size(); ++place)
    tiles.fill(static_cast<int>(place), [&](std::size_t i) {
      const double w = weights.w[units[place] * weights.b.size() + i];
      return between(palette.density_low, w > 0 ? palette.excess : palette.lack,
                     top > 0 ? std::abs(w) / top : 0);
    });
  for (std::size_t place = 0; place < shown; ++place)
    tiles.fill(filter_rows * tiles_in_row + static_cast<int>(place), [&](std::size_t i) {
      return components(configurations[place][i] ? palette.text : palette.raised);
    });
  return tiles.take();
}

}  // namespace ergo
