#pragma once

#include "core/gl_picture/chain_source.h"
#include "core/gl_picture/draw_program.h"
#include "core/gl_picture/live_tiles.h"
#include "core/gl_picture/pixel_buffer.h"
#include "core/view/projection.h"

namespace ergo {

struct TrailPrograms {
  DrawProgram segments;  ///< inks them
  DrawProgram taken;     ///< what is left of the ink, where another view has it
};

/// Ink along the paths of the chains: what was inked since the last frame in fixed point, and a texture of
/// what is left of the ink before, which every frame reads and writes anew.
class TrailLayer {
 public:
  /// Adds the segments since the last call. The first call, and the first one with other chains or after
  /// forget(), only remembers where the chains are.
  void accumulate(const TrailPrograms& programs, const ChainBuffers& chains, const Projection& shown,
                  const View& view, const LiveTiles& tiles);
  /// Forgets ink and positions.
  void forget() { started_ = inked_ = false; }
  /// Binds the textures to draw from and gives the factor by which the older ink fades, 1 for a section.
  /// Another size or camera than before takes the ink along; another choice of coordinates starts
  /// from blank ink.
  double bind(const TrailPrograms& programs, const View& view, unsigned ink_unit, unsigned faded_unit);
  /// Ink may be left where frames_of_ink() knows of none: all tiles must be drawn.
  bool unsettled() const { return unsettled_frames_ > 0; }
  /// The texture that takes what is left of the ink.
  unsigned next() const { return faded_[1 - current_].name(); }
  /// No time passes in this frame: the ink does not fade.
  void hold() { held_ = true; }
  bool held() const { return held_; }
  /// Ends the frame.
  void turn();

 private:
  void fit(const TrailPrograms& programs, const View& view);
  /// Moves the ink that is left to where this view shows it; false, with nothing done, if that is too large.
  bool take_along(const DrawProgram& program, const View& view);

  gl::Buffer previous_;
  PixelBuffer ink_;
  gl::Texture faded_[2];
  int current_ = 0;
  std::size_t chains_ = 0;
  bool started_ = false, inked_ = false, held_ = false;
  bool blank_ = true;  ///< the ink that is left belongs to another picture
  double life_ = 0;
  double unsettled_frames_ = 0;
  int width_ = 0, height_ = 0;
  Coordinates coordinates_ = Coordinates::position;
  Camera camera_;
};

}  // namespace ergo
