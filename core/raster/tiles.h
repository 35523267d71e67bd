#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ergo {

/// Squares of the picture, each with the last frames in which a chain and the ink of a trail were drawn on it. Squares
/// without either show only the ground.
class PixelTiles {
 public:
  static constexpr int bits = 5;  ///< the side is 2^5 pixels
  static constexpr int side = 1 << bits;

  /// Makes them anew, none of them live, where the size differs.
  void fit(int width, int height) {
    const int columns = (width + side - 1) / side, rows = (height + side - 1) / side;
    if (columns == columns_ && rows == rows_) return;
    columns_ = columns;
    rows_ = rows;
    tiles_.assign(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), {});
  }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  void touch_chains(int column, int row) { at(column, row).chains = frame_; }
  void touch_ink(int column, int row) { at(column, row).ink = frame_; }
  void touch_all_ink() {
    for (Tile& tile : tiles_) tile.ink = frame_;
  }
  /// Whether more than the ground is to be seen on it, where ink can be seen for so many frames.
  bool live(int column, int row, double frames_of_ink) const {
    const Tile& tile = tiles_[place(column, row)];
    return tile.chains == frame_ || (tile.ink != 0 && static_cast<double>(frame_ - tile.ink) <= frames_of_ink);
  }
  /// Whether the picture in memory has more than the ground on it.
  bool& covered(int column, int row) { return at(column, row).covered; }
  /// Ends the frame.
  void turn() { ++frame_; }

 private:
  struct Tile {
    std::uint64_t chains = 0, ink = 0;  ///< numbers of frames; 0: never
    bool covered = false;
  };
  std::size_t place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  Tile& at(int column, int row) { return tiles_[place(column, row)]; }

  int columns_ = 0, rows_ = 0;
  std::uint64_t frame_ = 1;
  std::vector<Tile> tiles_;
};

}  // namespace ergo
