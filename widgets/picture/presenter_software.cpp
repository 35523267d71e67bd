#include <QPainter>
#include <algorithm>

#include "widgets/base/theme.h"
#include "widgets/picture/image_surface.h"
#include "widgets/picture/presenter.h"

namespace ergo {
namespace {

/// Puts pictures in memory together and lets Qt paint them.
class SoftwarePresenter final : public Presenter {
 public:
  SoftwarePresenter() : surface_(new ImageSurface) {}
  ~SoftwarePresenter() override {
    if (before_release) before_release();
  }

  QWidget* widget() override { return surface_; }
  QString name() const override { return "software"; }
  Renderer renderer() const override { return Renderer::software; }
  bool ready() const override { return true; }
  QImage picture() override { return surface_->image(); }

  void present(std::span<const DrawnPicture> pictures, const Cells& cells, const Palette& palette,
               const OverlayDrawing& overlay) override {
    QImage& image = surface_->image(cells.whole_pixels());
    if (pictures.size() > 1 || cells.surface_pixels() != cells.whole_pixels()) paint_lines(cells, palette, image);
    for (std::size_t i = 0; i < pictures.size(); ++i) copy(pictures[i], cells.pixels(static_cast<int>(i)), image);
    paint(overlay, image, 0, image.height());
    image.setDevicePixelRatio(surface_->devicePixelRatioF());
    surface_->update();
  }

 private:
  static void paint_lines(const Cells& cells, const Palette& palette, QImage& image) {
    const bool filled = cells.surface_pixels() == cells.whole_pixels();
    image.fill(to_qt(filled ? palette.ground : palette.panel));
    image.setDevicePixelRatio(1);
    QPainter painter(&image);
    for (int i = 0; i < cells.count(); ++i)
      painter.fillRect(cells.pixels(i).adjusted(-cells.line(), -cells.line(), cells.line(), cells.line()),
                       to_qt(palette.hairline));
    painter.end();
  }
  static void copy(const DrawnPicture& picture, const QRect& cell, QImage& image) {
    const QRect place = cell & image.rect();
    for (int y = 0; y < place.height(); ++y)
      std::copy_n(picture.words + static_cast<std::ptrdiff_t>(y) * picture.stride, place.width(),
                  reinterpret_cast<std::uint32_t*>(image.scanLine(place.y() + y)) + place.x());
  }

  ImageSurface* surface_;  // owned by the window it is put in
};

}  // namespace

std::unique_ptr<Presenter> make_software_presenter() { return std::make_unique<SoftwarePresenter>(); }

}  // namespace ergo
