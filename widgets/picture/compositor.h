#pragma once

#include <span>

#include "core/picture/render_target.h"
#include "core/view/palette.h"
#include "widgets/base/cells.h"

namespace ergo {

/// Puts the pictures of several runs side by side. Lives in the context that was current at the first call.
class Compositor {
 public:
  /// The framebuffer that holds them, bound: the only one given, or one of its own lines between the
  /// cells.
  unsigned compose(std::span<const unsigned> framebuffers, const Cells& cells, const Palette& palette);
  void release_gl() { surface_ = {}; }

 private:
  RenderTarget surface_;
};

}  // namespace ergo
