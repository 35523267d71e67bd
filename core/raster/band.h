#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/raster/points.h"

namespace ergo {

/// Sums over chains on the pixels of one row of tiles, in fixed point, so that they do not depend on order.
class Band {
 public:
  Band(const PixelPlane& plane, PixelTiles& tiles, const ToneSource& tone);
  /// Empties it, for another row of tiles.
  void begin(int tile_row);
  void add(const Points& points);
  void add(const Mark& mark);
  int low() const { return low_; }    ///< its rows of pixels
  int high() const { return high_; }
  const std::uint32_t* coverage() const { return coverage_.data(); }  ///< as lanes::ResolvePass has them
  const std::uint32_t* tones() const { return tones_.data(); }
  const std::uint32_t* marks() const { return marks_.data(); }

 private:
  void add_class(const Points::Point& point);
  void touch(int left, int right);

  const PixelPlane& plane_;
  PixelTiles& tiles_;
  const bool classes_, toned_;
  int tile_row_ = 0, low_ = 0, high_ = 0;
  std::vector<std::uint32_t> coverage_, tones_, marks_;
  std::unique_ptr<bool[]> touched_;  ///< of the row's tiles
};

}  // namespace ergo
