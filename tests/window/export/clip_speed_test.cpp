// Clips at the window's speed: slow motion frame by frame against the window's own.
#include <nlohmann/json.hpp>

#include "tests/window/export/clip_fixture.h"
#include "widgets/base/speed_box.h"

namespace ergo::clip_speed_test {
namespace {

class ClipSpeedTest : public ClipExportTest {
 protected:
  ClipSpeedTest() { panes().steps_per_frame = 1; }
  /// The focused run's picture, of the clip's pixels, when so much of its steps is over.
  QImage shown_at(double clock, QSize size) {
    panes().advance_to(clock);
    frames(2);
    const DrawnPicture drawn = player().drawn();
    QImage image(size, QImage::Format_RGB32);
    for (int y = 0; y < size.height(); ++y)
      std::copy_n(drawn.words + static_cast<std::ptrdiff_t>(y) * drawn.stride, size.width(),
                  reinterpret_cast<std::uint32_t*>(image.scanLine(y)));
    return image;
  }
};

TEST_F(ClipSpeedTest, ARecordingInSlowMotionShowsWhatTheWindowDoes) {
  picture().interface_shown = false;
  picture().view.trails = false;  // they fade with every frame, and the window has more of them
  panes().assign({parse_assignment("sampler=hmc")});
  panes().speed = 0.2;
  frames(2);
  key(Qt::Key_R, Qt::ControlModifier);
  run_on(2);
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(until([&] { return (dialog_ = window().findChild<ExportDialog*>()) != nullptr; }));
  EXPECT_EQ(field<SpeedBox>("speed").speed(), 0.2);
  EXPECT_EQ(field<QLineEdit>("steps_per_frame").text(), "1");
  dialog_->grab().save(ERGO_BINARY_DIR "/screenshots/export_slow.png");
  copy_frames();
  const QSize size = picture().cells().pixels(0).size();
  set_size(size);
  field<QCheckBox>("with_interface").setChecked(false);
  expect_words(exported("slow.mp4"), {session().state_hash().c_str()});
  const auto slow = copied("slow.mp4", size);
  ASSERT_EQ(slow.size(), 11u);
  panes().restart();
  frames(2);
  for (std::size_t k = 0; k < slow.size(); ++k) {
    EXPECT_TRUE(slow[k] == shown_at(0.2 * static_cast<double>(k), size)) << k;
    EXPECT_EQ(session().step(), k / 5) << k;
    EXPECT_FALSE(k > 0 && slow[k] == slow[k - 1]) << k;
  }
  slow[3].save(ERGO_BINARY_DIR "/screenshots/export_slow_frame.png");
}

TEST_F(ClipSpeedTest, AFastClipSkipsSteps) {
  run_on(10);
  panes().speed = 2;
  copy_frames();
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  set_size({160, 100});
  exported("fast.mp4");
  EXPECT_EQ(copied("fast.mp4", {160, 100}).size(), 6u);
  EXPECT_NE(
      carry_out(
          {.what = ExportRequest::What::clip, .path = "a.mp4", .steps = 8, .speed = 11, .size = {160, 100}})
          .find("0.01 to 10"),
      std::string::npos);
}

}  // namespace
}  // namespace ergo::clip_speed_test
