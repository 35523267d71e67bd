#include <vector>

#include "core/gl/context.h"
#include "widgets/gl/framebuffer.h"
#include "widgets/gl/gl_presenter.h"
#include "widgets/picture/image_surface.h"

namespace ergo {
namespace {

/// Draws in an off-screen context of its own, reads back and lets Qt paint: needs no display server.
class ImagePresenter final : public GlPresenter {
 public:
  ImagePresenter() : surface_(new ImageSurface) {}
  ~ImagePresenter() override {
    try {
      context_.make_current();
    } catch (const Error&) {  // a lost context has nothing to free
    }
    release();
  }

  QWidget* widget() override { return surface_; }
  QString name() const override { return "image"; }
  bool ready() const override { return true; }
  void make_current() override { context_.make_current(); }
  QImage picture() override { return surface_->image(); }

 protected:
  void show(unsigned framebuffer, QSize size) override {
    QImage& image = surface_->image(size);
    read_bgra(framebuffer, QRect({}, size), image.bits(), static_cast<std::size_t>(image.bytesPerLine()), scratch_);
    surface_->update();
  }

 private:
  OffscreenContext context_;
  ImageSurface* surface_;  // owned by the window it is put in
  std::vector<std::uint8_t> scratch_;
};

}  // namespace

std::unique_ptr<Presenter> make_image_presenter() { return std::make_unique<ImagePresenter>(); }

}  // namespace ergo
