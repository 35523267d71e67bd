#pragma once

#include "core/picture/chain_source.h"
#include "core/picture/draw_program.h"

namespace ergo {

/// Ink along the paths of the chains, in fixed point, one unsigned integer per pixel from the lowest row up.
class TrailLayer {
 public:
  /// Adds the segments since the last call. The first call, and the first one with other chains or after
  /// forget(), only remembers where the chains are; another size or camera starts from blank ink.
  void accumulate(const DrawProgram& program, const ChainBuffers& chains, const Target& target,
                  const View& view);
  /// Forgets ink and positions.
  void forget() { started_ = inked_ = false; }
  /// The ink for a picture of this view, blank where there is none.
  unsigned ink(const View& view);

 private:
  gl::Buffer previous_, ink_;
  std::size_t chains_ = 0;
  bool started_ = false, inked_ = false;
  int width_ = 0, height_ = 0;
  Camera camera_;
};

}  // namespace ergo
