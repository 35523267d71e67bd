// Clips from the window: through the menu and the dialog, probed with ffprobe, and frame by frame against the
// picture on screen.
#include <QLabel>
#include <QProgressBar>
#include <nlohmann/json.hpp>

#include "core/settings/preset_edit.h"
#include "tests/window/export/clip_fixture.h"

namespace ergo::clip_export_test {
namespace {

using What = ExportRequest::What;

TEST_F(ClipExportTest, ClipReproducesTheRunsOnScreen) {
  panes().add("hmc");
  run_on(15);
  panes().set_focus(0);
  panes().assign({parse_assignment("sampler.step_size=0.3")});
  run_on(15);
  panes().set_focus(1);
  panes().assign({parse_assignment("sampler.leapfrog_steps=25")});  // the dearest: steps are longer now
  run_on(21);
  ASSERT_EQ(panes().at(1).session().step(), 51u);
  ASSERT_NO_FATAL_FAILURE(ask("export.clip_of_all"));
  EXPECT_TRUE(field<QCheckBox>("all_runs").isChecked());
  EXPECT_EQ(field<QLineEdit>("first_step").text(), "0");
  EXPECT_EQ(field<QLineEdit>("steps").text(), "51");
  EXPECT_EQ(field<QLineEdit>("steps_per_frame").text(), QString::number(panes().steps_per_frame));
  EXPECT_EQ(field<QSpinBox>("frames_per_second").value(), 25);
  EXPECT_EQ(field<QSpinBox>("width").value(), picture().cells().surface_pixels().width() / 2 * 2);
  EXPECT_EQ(field<QSpinBox>("height").value(), picture().cells().surface_pixels().height() / 2 * 2);
  QDir().mkpath(ERGO_BINARY_DIR "/screenshots");
  dialog_->grab().save(ERGO_BINARY_DIR "/screenshots/export_clip.png");
  type_into("steps_per_frame", "5");
  field<QSpinBox>("frames_per_second").setValue(20);
  const std::string said = exported("two.mp4");
  expect_words(said, {"two.mp4", ("state " + states()).c_str()});
  // Steps 0, 5, ... 50, 51: twelve frames of a twentieth of a second.
  const QSize size = picture().cells().surface_pixels();
  expect_words(probe("two.mp4"), {("width=" + std::to_string(size.width() / 2 * 2) + "\n").c_str(),
                                  ("height=" + std::to_string(size.height() / 2 * 2) + "\n").c_str(),
                                  "avg_frame_rate=20/1\n", "nb_read_frames=12\n", "duration=0.6"});
  const auto probed =
      nlohmann::json::parse(call("ffprobe -v error -show_entries format_tags -of json two.mp4"));
  const auto settings = nlohmann::json::parse(probed["format"]["tags"]["comment"].get<std::string>());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(settings["sessions"][i]["journal"].size(), 1u) << i;
  EXPECT_EQ(settings["sessions"][1]["run"]["sampler"], "hmc");
  EXPECT_EQ(settings["comparison_steps"], "51");
  EXPECT_EQ(settings["steps_per_frame"], "5");
  keep("two.mp4");
  on_screen().save(ERGO_BINARY_DIR "/screenshots/export_two_shown.png");
}

TEST_F(ClipExportTest, TheLastFrameIsThePictureOnScreen) {
  picture().navigation().look_at({{0.7, -0.4}, 3});
  picture().view.contours = true;
  picture().view.colour_by = ColourBy::energy;
  run_on(40);
  copy_frames();
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  const QSize size = picture().cells().surface_pixels();
  set_size(size);
  EXPECT_TRUE(field<QCheckBox>("with_interface").isChecked());
  exported("words.mp4");
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  set_size(size);
  field<QCheckBox>("with_interface").setChecked(false);
  exported("one.mp4");
  const auto frames = copied("one.mp4", size), worded = copied("words.mp4", size);
  ASSERT_EQ(frames.size(), 11u);
  EXPECT_TRUE(frames.back() == on_screen()) << "pixel for pixel";
  EXPECT_FALSE(frames[9] == frames[10]);
  const QRect caption(0, 0, size.width(), 60), below = QRect(QPoint(), size).adjusted(0, 60, 0, 0);
  ASSERT_EQ(worded.size(), frames.size());
  EXPECT_FALSE(worded.back().copy(caption) == frames.back().copy(caption));
  EXPECT_TRUE(worded.back().copy(below) == frames.back().copy(below)) << "the plane has no scales";
  worded.back().save(ERGO_BINARY_DIR "/screenshots/export_words.png");
}

TEST_F(ClipExportTest, EachRunShowsItsPartOfThePlane) {
  panes().add("hmc");
  picture().navigation().look_at({{0.7, -0.4}, 3});
  run_on(40);
  copy_frames();
  ASSERT_NO_FATAL_FAILURE(ask("export.clip_of_all"));
  const QSize size = picture().cells().surface_pixels();
  set_size(size);
  exported("all.mp4");
  const QImage shown = on_screen(), last = copied("all.mp4", size).back();
  const QRect below(0, 120, size.width(), size.height() - 120);  // the captions
  EXPECT_TRUE(last.copy(below) == shown.copy(below));
  EXPECT_FALSE(last == shown) << "no captions";
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  EXPECT_FALSE(field<QCheckBox>("all_runs").isChecked());
  ASSERT_EQ(panes().focus(), 0);
  const std::uint64_t steps = session().step();
  EXPECT_EQ(field<QLineEdit>("steps").text().toULongLong(), steps);
  const QRect cell = picture().cells().pixels(0);
  set_size(cell.size());
  field<QCheckBox>("with_interface").setChecked(false);
  type_into("steps_per_frame", QString::number(panes().steps_per_frame_of(0)));
  exported("first.mp4");
  EXPECT_TRUE(copied("first.mp4", cell.size()).back() == shown.copy(cell));
}

TEST_F(ClipExportTest, ALatticesRunsShowTheDistributionsThatAreKnown) {
  Preset preset;
  assign(preset, {{"target", "lattice8"},
                  {"sessions.0.sampler", "dula"},
                  {"sessions.1.sampler", "ab"},
                  {"sessions.1.sampler.adapt", "on"}});
  preset.title = "Two";
  open({.preset = preset});
  pause();
  panes().restart();
  panes().steps_per_frame = 4;
  run_on(8);
  picture().view.show = Show::expected;
  ASSERT_TRUE(until([&] { return picture().view_of(0).infinite.step == session().step(); }));
  EXPECT_FALSE(picture().view_of(1).infinite.distribution) << "not known";
  copy_frames();
  ASSERT_NO_FATAL_FAILURE(ask("export.clip_of_all"));
  const QSize size = picture().cells().surface_pixels();
  set_size(size);
  expect_words(exported("lattice.mp4"), {states().c_str()});
  const QImage shown = on_screen(), last = copied("lattice.mp4", size).back();
  // Without the interface the lattice stands in the middle of its cell.
  const Window sites = projection(session(), picture().view.coordinates).sites;
  const QSizeF logical = picture().cells().size();
  const double side = picture().navigation().to_screen(sites.low, logical).y() -
                      picture().navigation().to_screen(sites.high, logical).y();
  const int half = static_cast<int>(side * surface().devicePixelRatioF() / 2) - 2;
  for (int run = 0; run < 2; ++run) {  // between the captions and the axes' numbers
    const QRect cell = picture().cells().pixels(run);
    const QRect inner(cell.left(), cell.center().y() - half, cell.width() - 60, 2 * half);
    ASSERT_GT(half, 100);
    EXPECT_TRUE(last.copy(inner) == shown.copy(inner)) << run;
  }
  last.save(ERGO_BINARY_DIR "/screenshots/export_lattice.png");
}

TEST_F(ClipExportTest, PartOfAClipHasTheFramesOfThatPart) {
  run_on(40);
  copy_frames();
  for (const bool whole : {true, false}) {
    ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
    set_size({160, 100});
    if (!whole) type_into("first_step", "24");
    exported(whole ? "whole.mp4" : "part.mp4");
  }
  const auto whole = copied("whole.mp4", {160, 100}), part = copied("part.mp4", {160, 100});
  ASSERT_EQ(whole.size(), 11u);
  ASSERT_EQ(part.size(), 5u);
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_TRUE(part[i] == whole[i + 6]) << i;
}

TEST_F(ClipExportTest, SettingsFileIsWrittenBesideAGif) {
  run_on(20);
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  set_size({160, 100});
  expect_words(exported("a.gif"), {"a.gif", session().state_hash().c_str()});
  expect_words(probe("a.gif"),
               {"width=160\n", "height=100\n", "nb_read_frames=6\n", "avg_frame_rate=25/1\n"});
  const auto settings = nlohmann::json::parse(text("a.gif.json"));
  EXPECT_EQ(settings["run"]["target"], "ring8");
  EXPECT_EQ(settings["steps"], 20);
}

TEST_F(ClipExportTest, ACancelledClipLeavesOlderFilesAndTheWindowAlive) {
  run_on(4);
  for (const char* name : {"long.gif", "long.gif.json"}) write_file(path(name).toStdString(), "old");
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  set_size({160, 100});
  field<QComboBox>("kind").setCurrentText("gif");
  type_into("path", path("long.gif"));
  type_into("steps", "100000000");
  auto& close = field<QPushButton>("close");
  QTest::mouseClick(&field<QPushButton>("export"), Qt::LeftButton);
  QTest::mouseClick(&field<QPushButton>("overwrite"), Qt::LeftButton);
  auto* progress = dialog_->findChild<QProgressBar*>("progress");
  ASSERT_TRUE(until([&] { return close.text() == "Cancel" && progress->isVisible(); }));
  const std::uint64_t frame = window().frames();
  panes().running = true;
  ASSERT_TRUE(until([&] { return window().frames() > frame + 5; })) << "the window goes on";
  panes().running = false;
  QTest::mouseClick(&close, Qt::LeftButton);
  ASSERT_TRUE(until([&] { return close.text() == "Close"; }));
  for (const char* name : {"long.gif", "long.gif.json"}) EXPECT_EQ(text(name), "old") << name;
  EXPECT_EQ(QDir(folder_.path()).entryList(QDir::Files), (QStringList{"long.gif", "long.gif.json"}));
  expect_words(dialog_->findChild<QLabel*>("result")->text().toStdString(), {"Cancelled"});
}

TEST_F(ClipExportTest, ImpossibleRequestsAreReported) {
  run_on(8);
  EXPECT_NE(carry_out({.what = What::clip, .path = "a.avi", .steps = 8, .size = {160, 100}}).find("FILE.gif"),
            std::string::npos);
  EXPECT_NE(carry_out({.what = What::clip, .path = "a.mp4", .steps = 8, .first_step = 9, .size = {160, 100}})
                .find("0 to 8"),
            std::string::npos);
  qputenv("PATH", "/nonexistent");
  ASSERT_NO_FATAL_FAILURE(ask("export.clip"));
  expect_words(exported("a.mp4"), {"install the package ffmpeg", "a.mp4"});
  EXPECT_TRUE(QDir(folder_.path()).isEmpty());
}

}  // namespace
}  // namespace ergo::clip_export_test
