#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "core/view/palette.h"
#include "core/view/view.h"

namespace ergo {

/// Where pictures of `rows` x `columns` cells stand side by side, in rows of `in_row`. Lengths in pixels.
struct TileLayout {
  int rows, columns, in_row;
  int cell, gap;
  int left = 0, top = 0;  ///< of the first tile

  int tile_width() const { return columns * cell; }
  int tile_height() const { return rows * cell; }
  int rows_of(std::size_t tiles) const {
    return static_cast<int>((tiles + static_cast<std::size_t>(in_row) - 1) /
                            static_cast<std::size_t>(in_row));
  }
};

/// The layout of the largest cells with which so many tiles fit into a picture, in its middle; `cell` is 0
/// where they do not fit.
TileLayout fitting_layout(int rows, int columns, std::size_t tiles, int width, int height);

/// A picture of tiles on a ground.
class Tiles {
 public:
  using Shade = std::array<float, 3>;  ///< red, green and blue from 0 to 1

  Tiles(int width, int height, Colour ground);
  /// Fills the cells of tile number `tile`; those of row r and column c have number columns r + c.
  void fill(const TileLayout& layout, std::size_t tile, const std::function<Shade(std::size_t cell)>& shade);
  /// Fills the middle third of one cell.
  void mark(const TileLayout& layout, std::size_t tile, std::size_t cell, const Shade& shade);
  Image take() { return std::move(image_); }

 private:
  void box(int left, int top, int width, int height, const Shade& shade);
  Image image_;
};

/// The colour at `share` from 0 to 1 of the way between two.
Tiles::Shade between(Colour from, Colour to, double share);

}  // namespace ergo
