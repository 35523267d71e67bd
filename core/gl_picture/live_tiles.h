#pragma once

#include "core/gl/objects.h"
#include "core/gl_picture/draw_program.h"

namespace ergo {

/// Squares of the picture, each with the last frames in which a chain and the ink of a trail were drawn on
/// it. Squares without either show only the ground; a pass over the picture skips them.
class LiveTiles {
 public:
  /// Makes them anew, none of them live, where the size differs. Throws Error (Blame::machine) where the
  /// device cannot hold them.
  void fit(int width, int height);
  /// Sets what shaders/draw/touch.glsl needs to note the frame in the tiles drawn on.
  void bind_for_drawing(const DrawProgram& program) const;
  /// Sets what shaders/draw/live_tiles.vert needs: tiles on which ink fell at most `frames_of_ink` frames ago
  /// are live too; `all`: whatever was drawn on them.
  void bind_for_pass(const DrawProgram& program, unsigned unit, double frames_of_ink, bool all) const;
  int count() const { return columns_ * rows_; }
  static constexpr int side_bits = 5;  ///< the side is 2^5 pixels
  /// Ends the frame.
  void turn() { ++frame_; }

 private:
  gl::Buffer last_;  ///< [tile][0: chains, 1: ink], the number of the frame; 0: never
  gl::Texture texture_;
  unsigned frame_ = 1;
  int columns_ = 0, rows_ = 0;
};

}  // namespace ergo
