#pragma once

#include <memory>

#include "core/gl/objects.h"
#include "core/gl/program.h"
#include "widgets/overlay/overlay_drawing.h"

namespace ergo {

/// Draws the overlay with OpenGL. Its objects belong to the context of the first call.
class GlOverlay {
 public:
  /// Draws onto the bound framebuffer, of the drawing's size.
  void draw(const OverlayDrawing& what);
  void release_gl();

 private:
  gl::Program program_;
  gl::Texture glyphs_;
  std::shared_ptr<const GlyphCoverage> coverage_;  ///< that glyphs_ is made of
};

}  // namespace ergo
