#pragma once

#include "core/gl_picture/chain_layer.h"

namespace ergo {

struct DivergencePrograms {
  DrawProgram find;  ///< keeps the places of chains whose last step diverged
  DrawProgram draw;  ///< marks the places kept
};

/// Marks where transitions diverged, from the first call on: the first 32768 of them. A place is where the
/// chain was after that step. All are forgotten where the axes, the target or the sampler change.
class DivergenceLayer {
 public:
  /// Adds those of the session's last step, once.
  void accumulate(const DivergencePrograms& programs, const ChainBuffers& chains, const Session& session,
                  const Projection& shown);
  void forget() { step_.reset(); }
  /// Draws them into the plane of marks of the chains.
  void draw(const DivergencePrograms& programs, const View& view, const Projection& shown,
            const PixelBuffer& marks, const LiveTiles& tiles) const;

 private:
  gl::Buffer kept_;                    ///< as shaders/draw/divergences.glsl has it
  std::optional<std::uint64_t> step_;  ///< accumulated last; none: nothing is kept
  Coordinates coordinates_ = Coordinates::position;
  UnitChoice target_, sampler_;
};

}  // namespace ergo
