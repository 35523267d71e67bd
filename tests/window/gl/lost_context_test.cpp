// The device was reset while the window is open: it is told once, and no exception goes through Qt.
#include <epoxy/gl.h>

#include "core/gl/context.h"
#include "tests/gl/lost_context.h"
#include "tests/window/gl/gl_window_fixture.h"

namespace ergo::lost_context_test {
namespace {

class LostContextTest : public GlWindowTest {
 protected:
  LostContextTest() {
    QObject::connect(&window(), &MainWindow::failed, [this](const QString& words) { told_ << words; });
  }
  void expect_told() {
    EXPECT_TRUE(until([&] { return !told_.isEmpty(); }));
    const std::uint64_t last = window().frames();
    EXPECT_FALSE(until([&] { return told_.size() > 1 || window().frames() > last; }, 200));
    ASSERT_EQ(told_.size(), 1);
    EXPECT_TRUE(told_.front().contains("the context is lost")) << told_.front().toStdString();
  }
  QStringList told_;
};

TEST_F(LostContextTest, EndsARunningWindow) {
  ASSERT_TRUE(panes().running);
  const DeviceReset reset;
  expect_told();
}

// A turn asks once, and then each dispatch; a mistake in those is a note on the picture and the window goes
// on.
TEST_F(LostContextTest, EndsAWindowThatIsToldOfItOnceAndWhileItSteps) {
  ASSERT_TRUE(panes().running);
  const DeviceReset reset(1, false);
  expect_told();
}

}  // namespace
}  // namespace ergo::lost_context_test
