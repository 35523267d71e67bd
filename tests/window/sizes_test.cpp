// Every theme at every size of window and text: bars hold what they show, and something readable remains. CI takes every
// third theme and scale, and every fifth cue; ERGO_ALL_TESTS=1 takes all.
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QToolButton>

#include "app/window/text_scale.h"
#include "core/view/palette.h"
#include "tests/sample.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/markdown_view.h"
#include "widgets/lecture/lecture_pane.h"

namespace ergo::sizes_test {
namespace {

class SizesTest : public WindowTest {
 protected:
  QWidget& bar() { return *window().findChild<QWidget*>("run_bar"); }
  QDockWidget& dock(const char* name) { return *window().findChild<QDockWidget*>(name); }
  bool shows(const char* name) { return window().findChild<QWidget*>(name)->isVisible(); }
  /// All that is seen of a bar lies in it, as wide as its words.
  void expect_whole(const QWidget& bar) {
    QApplication::sendPostedEvents();  // what was written last is laid out
    for (const QWidget* part : bar.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
      if (!part->isVisible()) continue;
      EXPECT_TRUE(bar.rect().contains(part->geometry())) << part->objectName().toStdString();
      EXPECT_GE(part->width(), std::min(part->sizeHint().width(), part->maximumWidth()))
          << part->objectName().toStdString();
    }
  }
  /// As often as there are panels to put away on the way to a small one, whose room is then free, and once.
  void resize(QSize size) {
    for (int i = 0; i < 3; ++i) {
      window().resize(size);
      frames(2);
    }
  }
  int letters() { return bar().findChild<QWidget*>("run")->font().pixelSize(); }
};

TEST_F(SizesTest, BarsHoldWhatTheyShow) {
  std::size_t item = 0;
  for (const std::string& theme : palette_ids())
    for (const double scale : {1.0, 2.0, 2.5}) {
      if (theme == "light" && scale != 1) continue;  // but for its colours it is the dark one
      if (!in_sample(item++, 3)) continue;
      window().set_theme(theme);
      window().set_interface_scale(scale);
      panes().running = scale > 2;  // at rest the state is told instead of the pace
      for (const QSize size : {QSize(480, 360), QSize(640, 480), QSize(800, 600), QSize(900, 600),
                               QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080), QSize(1280, 720)}) {
        SCOPED_TRACE(theme + ", scale " + std::to_string(scale) + ", " + std::to_string(size.width()));
        resize(size);
        ASSERT_EQ(window().size(), size);
        QTest::mouseMove(&surface(), surface().rect().center() + QPoint(size.width() % 7, 0));
        frames(2);
        expect_whole(bar());
        expect_whole(*window().findChild<QWidget*>("status"));
        for (const char* arrow : {"qt_toolbar_ext_button", "qt_menubar_ext_button"})
          EXPECT_FALSE(shows(arrow)) << arrow;
        for (const char* name : {"run", "back", "step", "reset", "diverged", "place"})
          EXPECT_TRUE(shows(name)) << name;
        EXPECT_GE(3 * surface().height(), size.height());
        if (theme == "projector" && size.width() >= 800) {
          EXPECT_GE(letters(), 24) << "18 points";
        }
        if (size.width() >= 1280) {
          EXPECT_TRUE(dock("Plots").isVisible());
        }
        if (scale == 1)
          screenshot(QString("sizes-%1-%2").arg(QString::fromStdString(theme)).arg(size.width()));
      }
    }
  window().set_theme("dark");
}

TEST_F(SizesTest, TextIsAsLargeAsAskedForWhereThereIsRoom) {
  const Palette &dark = palette("dark"), &projector = palette("projector");
  EXPECT_EQ(text_scale(dark, 2, {1920, 1080}), 2);
  EXPECT_EQ(text_scale(dark, 0.7, {1280, 720}), 0.7);
  EXPECT_EQ(text_scale(projector, 1, {800, 600}), 24.0 / 13);
  EXPECT_LT(text_scale(projector, 2, {1280, 720}), 2);
  EXPECT_LT(text_scale(projector, 1, {600, 400}), 24.0 / 13);
  window().resize(1280, 720);
  window().set_interface_scale(2.5);
  const int largest = letters();
  EXPECT_GT(largest, 13);
  key(Qt::Key_Equal, Qt::ControlModifier);  // larger: told that it cannot be
  EXPECT_EQ(letters(), largest);
  key(Qt::Key_Minus, Qt::ControlModifier);
  EXPECT_LT(letters(), largest) << "from what is seen, whatever was asked for";
}

// None is scrolled, as it would be below a title that is squeezed into two lines.
TEST_F(SizesTest, ASmallProjectorHasEveryCaptionWhole) {
  window().set_theme("projector");
  resize({900, 600});
  std::size_t item = 0;
  for (const std::string& name : lecture_names()) {
    window().open_lecture(name, 0);
    frames(3);
    const int cues = static_cast<int>(window().lecturer().lecture()->cues.size());
    for (int cue = 0; cue < cues; ++cue) {
      if (!in_sample(item++, 5)) continue;
      window().lecturer().go_to(cue);
      panes().running = false;
      frames(3);
      EXPECT_EQ(window().lecturer().pane().caption().verticalScrollBar()->maximum(), 0)
          << name << ", cue " << cue + 1;
    }
    screenshot(QString("sizes-%1").arg(QString::fromStdString(name)));
  }
  window().set_theme("dark");
}

TEST_F(SizesTest, APanelPutAwayIsBehindMoreAndStaysWhereItIsOpened) {
  window().set_theme("projector");
  window().resize(900, 600);
  frames(2);
  ASSERT_FALSE(dock("Plots").isVisible());
  auto* more = bar().findChild<QToolButton*>("more");
  ASSERT_TRUE(more->isVisible());
  const auto toggle = [&](const char* name) {
    for (QAction* action : more->menu()->actions())
      if (action->text() == name) action->trigger();
    frames(2);
  };
  toggle("Plots");
  EXPECT_TRUE(dock("Plots").isVisible());
  window().resize(910, 600);
  frames(2);
  EXPECT_TRUE(dock("Plots").isVisible());
  screenshot("sizes-plots-opened");
  toggle("Presets");
  EXPECT_TRUE(dock("Presets").isVisible());
  EXPECT_FALSE(dock("Plots").isVisible());
  screenshot("sizes-presets-opened");
  toggle("Presets");
  EXPECT_FALSE(dock("Presets").isVisible());
  window().resize(1920, 1080);
  frames(2);
  EXPECT_TRUE(dock("Presets").isVisible());
  EXPECT_TRUE(dock("Plots").isVisible());
  window().set_theme("dark");
}

}  // namespace
}  // namespace ergo::sizes_test
