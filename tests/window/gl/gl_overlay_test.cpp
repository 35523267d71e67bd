// What lies on the picture, drawn by OpenGL and by the processor.
#include "core/gl_picture/render_target.h"
#include "core/live/panes.h"
#include "tests/window/gl/gl_window_fixture.h"
#include "widgets/gl/framebuffer.h"
#include "widgets/gl/gl_overlay.h"

namespace ergo::gl_overlay_test {
namespace {

class GlOverlayTest : public GlWindowTest {
 protected:
  /// The overlay by OpenGL, on nothing.
  QImage by_gl(const OverlayDrawing& drawing) {
    const QSize size = drawing.size;
    RenderTarget target;
    target.fit(size.width(), size.height());
    clear_framebuffer(target.framebuffer());
    GlOverlay overlay;
    overlay.draw(drawing);
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    std::vector<std::uint8_t> scratch;
    read_bgra(target.framebuffer(), QRect({}, size), image.bits(),
              static_cast<std::size_t>(image.bytesPerLine()), scratch);
    return image;
  }
  static int difference(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b)),
                     std::abs(qAlpha(a) - qAlpha(b))});
  }
};

// Layers are rounded to 8 bits one by one, and software OpenGL rounds the weights of texels: by 4/255 in all.
TEST_F(GlOverlayTest, TheProcessorDrawsWhatOpenGlDoes) {
  panes().add("mala");
  for (const int magnification : {1, 2, 3}) {
    picture().magnification = magnification;
    frames(3);
    pause();
    picture().presenter().make_current();
    const OverlayDrawing drawing = picture().bridge().drawing();
    const QImage one = by_gl(drawing), other = drawn(drawing, [] {});
    long inked = 0, apart = 0;
    int most = 0;
    for (int y = 0; y < one.height(); ++y)
      for (int x = 0; x < one.width(); ++x) {
        inked += qAlpha(one.pixel(x, y)) > 0;
        const int off = difference(one.pixel(x, y), other.pixel(x, y));
        apart += off > 4;
        most = std::max(most, off);
      }
    EXPECT_GT(inked, drawing.size.width() * drawing.size.height() / 20);
    EXPECT_LE(apart, inked / 1000) << "the largest difference " << most << " at " << magnification;
  }
}

}  // namespace
}  // namespace ergo::gl_overlay_test
