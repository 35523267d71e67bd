#pragma once

#include "widgets/gl/gl_overlay.h"
#include "widgets/gl/compositor.h"
#include "widgets/picture/presenter.h"

namespace ergo {

/// What the presenters with a GL context have in common.
class GlPresenter : public Presenter {
 public:
  Renderer renderer() const override { return Renderer::gl; }
  void begin_frame() override;
  void wait() override;
  void present(std::span<const DrawnPicture> pictures, const Cells& cells, const Palette& palette,
               const OverlayDrawing& overlay) override;

 protected:
  /// Shows a framebuffer of `size` physical pixels as the widget's content.
  virtual void show(unsigned framebuffer, QSize size) = 0;
  /// Frees all GL objects, others' first. The context must be current.
  void release();

 private:
  Compositor compositor_;
  GlOverlay overlay_;
};

std::unique_ptr<Presenter> make_image_presenter();
std::unique_ptr<Presenter> make_native_presenter();

}  // namespace ergo
