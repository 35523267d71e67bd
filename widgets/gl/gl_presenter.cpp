#include "widgets/gl/gl_presenter.h"

#include "core/gl/context.h"
#include "core/gl_picture/render_target.h"

namespace ergo {

void GlPresenter::begin_frame() {
  make_current();
  require_live_context();
}

void GlPresenter::wait() { wait_for_device(); }

void GlPresenter::present(std::span<const DrawnPicture> pictures, const Cells& cells, const Palette& palette,
                          const OverlayDrawing& overlay) {
  const unsigned framebuffer = compositor_.compose(pictures, cells, palette);
  overlay_.draw(overlay);
  show(framebuffer, cells.whole_pixels());
}

void GlPresenter::release() {
  if (before_release) before_release();
  compositor_.release_gl();
  overlay_.release_gl();
}

}  // namespace ergo
