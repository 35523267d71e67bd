#include <QPainter>
#include <QWidget>

#include "core/gl/context.h"
#include "widgets/base/framebuffer.h"
#include "widgets/picture/presenter.h"

namespace ergo {
namespace {

class ImageSurface : public QWidget {
 public:
  ImageSurface() {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_InputMethodEnabled);
  }
  QImage image;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    if (image.isNull())
      painter.fillRect(rect(), Qt::black);
    else
      painter.drawImage(QPointF(0, 0), image);
  }
};

/// Draws in an off-screen context of its own, reads back and lets Qt paint: needs no display server.
class ImagePresenter final : public Presenter {
 public:
  ImagePresenter() : surface_(new ImageSurface) {}
  ~ImagePresenter() override {
    try {
      context_.make_current();
    } catch (const Error&) {  // a lost context has nothing to free
    }
    if (before_release) before_release();
  }

  QWidget* widget() override { return surface_; }
  QString name() const override { return "image"; }
  bool ready() const override { return true; }
  void make_current() override { context_.make_current(); }
  QImage picture() override { return surface_->image; }

  void present(unsigned framebuffer, QSize size) override {
    QImage& image = surface_->image;
    if (image.size() != size) image = QImage(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(surface_->devicePixelRatioF());
    read_bgra(framebuffer, QRect({}, size), image.bits(), image.bytesPerLine(), scratch_);
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
