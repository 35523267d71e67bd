// What lies on the picture, drawn for an export: in another thread, in portions, and yet the pixels of one draw.
#include <thread>

#include "core/live/panes.h"
#include "tests/window/window_fixture.h"
#include "widgets/overlay/overlay_drawing.h"

namespace ergo::overlay_drawing_test {
namespace {

class OverlayDrawingTest : public WindowTest {
 protected:
  static QImage elsewhere(const OverlayDrawing& drawing, int& pauses) {
    QImage image;
    std::thread([&] { image = drawn(drawing, [&] { ++pauses; }); }).join();
    return image;
  }
};

TEST_F(OverlayDrawingTest, PortionsMakeTheSamePictureAsOneDraw) {
  for (const int magnification : {1, 4}) {
    picture().magnification = magnification;
    frames(3);
    pause();
    const OverlayDrawing drawing = picture().bridge().drawing();
    EXPECT_EQ(drawing.size, surface().size() * magnification);
    QImage whole(drawing.size, QImage::Format_ARGB32_Premultiplied);
    whole.fill(Qt::transparent);
    paint(drawing, whole, 0, whole.height());
    int pauses = 0;
    EXPECT_TRUE(elsewhere(drawing, pauses) == whole) << magnification;
    EXPECT_EQ(pauses > 1, drawing.size.width() * drawing.size.height() > portion_pixels);
  }
}

TEST_F(OverlayDrawingTest, StaysThatOfItsMoment) {
  pause();
  settle();
  const OverlayDrawing kept = picture().bridge().drawing();
  int pauses = 0;
  const QImage before = elsewhere(kept, pauses);
  for (int i = 0; i < 5; ++i) key(Qt::Key_Right);
  picture().magnification = 2;
  frames(3);
  EXPECT_TRUE(elsewhere(kept, pauses) == before);
  EXPECT_FALSE(elsewhere(picture().bridge().drawing(), pauses) == before);
}

TEST_F(OverlayDrawingTest, StopsInThePortionThatSaysSo) {
  picture().magnification = 4;
  frames(3);
  struct Stopped {};
  int pauses = 0;
  EXPECT_THROW(drawn(picture().bridge().drawing(), [&] { ++pauses == 2 ? throw Stopped() : void(); }),
               Stopped);
  EXPECT_EQ(pauses, 2);
}

}  // namespace
}  // namespace ergo::overlay_drawing_test
