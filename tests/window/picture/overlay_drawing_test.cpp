// What lies on the picture, drawn for an export: in another thread and context, in portions, and yet the
// pixels that the window draws at once.
#include <thread>

#include "core/live/panes.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/framebuffer.h"
#include "widgets/overlay/overlay_drawing.h"

namespace ergo::overlay_drawing_test {
namespace {

class OverlayDrawingTest : public WindowTest {
 protected:
  /// The overlay on screen, drawn by ImGui in one go on nothing.
  QImage at_once(QSize size) {
    RenderTarget target;
    target.fit(size.width(), size.height());
    clear_framebuffer(target.framebuffer());
    picture().bridge().draw();
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    std::vector<std::uint8_t> scratch;
    read_bgra(target.framebuffer(), QRect({}, size), image.bits(),
              static_cast<std::size_t>(image.bytesPerLine()), scratch);
    return image;
  }
  static QImage elsewhere(const OverlayDrawing& drawing, int& pauses) {
    QImage image;
    std::thread([&] {
      OffscreenContext context;
      image = drawn(drawing, [&] { ++pauses; });
      EXPECT_TRUE(take_gl_messages().empty());
    }).join();
    return image;
  }
};

TEST_F(OverlayDrawingTest, PortionsMakeTheSamePictureAsOneDraw) {
  for (const int magnification : {1, 4}) {
    picture().magnification = magnification;
    frames(3);
    pause();
    picture().presenter().make_current();
    const OverlayDrawing drawing = picture().bridge().drawing();
    EXPECT_EQ(drawing.size, surface().size() * magnification);
    const QImage whole = at_once(drawing.size);
    int pauses = 0;
    const QImage portions = elsewhere(drawing, pauses);
    EXPECT_EQ(pauses > 1, drawing.size.width() * drawing.size.height() > portion_pixels);
    long inked = 0, apart = 0;
    for (int y = 0; y < whole.height(); ++y)
      for (int x = 0; x < whole.width(); ++x) {
        inked += qAlpha(whole.pixel(x, y)) > 0;
        apart += whole.pixel(x, y) != portions.pixel(x, y);
      }
    EXPECT_GT(inked, drawing.size.width() * drawing.size.height() / 20);
    EXPECT_EQ(apart, 0) << magnification;
  }
}

TEST_F(OverlayDrawingTest, StaysThatOfItsMoment) {
  pause();
  settle();
  picture().presenter().make_current();
  const OverlayDrawing kept = picture().bridge().drawing();
  int pauses = 0;
  const QImage before = elsewhere(kept, pauses);
  for (int i = 0; i < 5; ++i) key(Qt::Key_Right);
  picture().magnification = 2;
  frames(3);
  EXPECT_TRUE(elsewhere(kept, pauses) == before);
  picture().presenter().make_current();
  EXPECT_FALSE(elsewhere(picture().bridge().drawing(), pauses) == before);
}

TEST_F(OverlayDrawingTest, StopsInThePortionThatSaysSo) {
  picture().magnification = 4;
  frames(3);
  picture().presenter().make_current();
  struct Stopped {};
  int pauses = 0;
  EXPECT_THROW(drawn(picture().bridge().drawing(), [&] { ++pauses == 2 ? throw Stopped() : void(); }),
               Stopped);
  EXPECT_EQ(pauses, 2);
}

}  // namespace
}  // namespace ergo::overlay_drawing_test
