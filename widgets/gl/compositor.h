#pragma once

#include <span>

#include "core/gl_picture/render_target.h"
#include "core/picture/scene.h"
#include "core/view/palette.h"
#include "widgets/base/cells.h"

namespace ergo {

/// Puts the pictures of several runs side by side. Its GL objects belong to the context of the first call.
class Compositor {
 public:
  /// Binds and returns the framebuffer with all pictures: the only one given, or its own with lines between the cells.
  unsigned compose(std::span<const DrawnPicture> pictures, const Cells& cells, const Palette& palette);
  void release_gl() { surface_ = {}; }

 private:
  RenderTarget surface_;
};

}  // namespace ergo
