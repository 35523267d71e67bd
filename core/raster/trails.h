#pragma once

#include <cstddef>
#include <vector>

#include "core/raster/chain_numbers.h"
#include "core/raster/pixel_plane.h"
#include "core/raster/tiles.h"

namespace ergo {

/// Ink along the paths of the chains: what is left of that of earlier frames, and what was inked since the last one.
/// Twin of shaders/draw/trail.comp and taken_trails.frag.
class Trails {
 public:
  /// Adds the segments since the last call. The first call, and the first one with other chains or after forget(),
  /// only remembers where the chains are.
  void accumulate(const ChainNumbers& chains, const Projection& shown, const View& view, PixelTiles& tiles);
  /// Forgets ink and positions.
  void forget() { started_ = inked_ = false; }
  /// No time passes in this frame: the ink does not fade.
  void hold() { held_ = true; }
  bool held() const { return held_; }
  /// Makes the planes fit the view, with the ink taken along from another size or camera, and gives what is left of it
  /// a frame later.
  double fit(const View& view, PixelTiles& tiles);
  float* left() { return left_.data(); }  ///< of the picture, from the lowest row, padded
  float* ink() { return ink_.data(); }
  /// Ends the frame.
  void turn() { held_ = false; }

 private:
  /// The ink that is left, moved to where this view shows it; false where that is too large.
  bool take_along(const View& view);

  struct Place {
    float x = 0, y = 0, height = 0;
  };
  std::vector<Place> previous_;
  std::vector<float> left_, ink_;
  std::size_t chains_ = 0;
  bool started_ = false, inked_ = false, held_ = false;
  double life_ = 0;
  int width_ = 0, height_ = 0;
  Coordinates coordinates_ = Coordinates::position;
  Camera camera_;
};

}  // namespace ergo
