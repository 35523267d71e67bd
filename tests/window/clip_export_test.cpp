// Clips from the window: through the menu and the dialog, probed with ffprobe, and frame by frame against the
// picture on screen.
#include <QCheckBox>
#include <QColorSpace>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <nlohmann/json.hpp>

#include "core/io/atomic_file.h"
#include "core/io/preset_edit.h"
#include "tests/window/export_fixture.h"
#include "widgets/panes.h"

namespace ergo {
namespace {

using What = ExportRequest::What;

class ClipExportTest : public ExportWindowTest {
 protected:
  ClipExportTest() {
    pause();
    panes().restart();
    panes().steps_per_frame = 4;
  }
  void TearDown() override {
    qputenv("PATH", search_path_);
    ExportWindowTest::TearDown();
  }
  /// Opens the dialog from the menu on the picture.
  void ask(const char* entry) {
    const QPoint first_run(surface().width() * 9 / 20, 500);  // and beside the panel
    QTest::mouseMove(&surface(), first_run);
    QTest::mouseClick(&surface(), Qt::RightButton, {}, first_run);
    QMenu* menu = nullptr;
    ASSERT_TRUE(until([&] { return (menu = window().findChild<QMenu*>("picture_menu")) != nullptr; }));
    frames(2);
    ASSERT_TRUE(menu->findChild<QAction*>(entry)) << entry;
    QTest::mouseClick(menu, Qt::LeftButton, {},
                      menu->actionGeometry(menu->findChild<QAction*>(entry)).center());
    ASSERT_TRUE(until([&] { return (dialog_ = window().findChild<ExportDialog*>()) != nullptr; }));
    ASSERT_EQ(dialog_->request().what, What::clip);
  }
  template <class Widget>
  Widget& field(const char* name) {
    Widget* found = dialog_->findChild<Widget*>(name);
    EXPECT_TRUE(found && found->isVisible()) << name;
    return *found;
  }
  void type_into(const char* name, const QString& text) {
    auto& line = field<QLineEdit>(name);
    line.selectAll();
    QTest::keyClicks(&line, text);
  }
  void set_size(QSize size) {
    field<QSpinBox>("width").setValue(size.width());
    field<QSpinBox>("height").setValue(size.height());
  }
  /// Clicks Export; what the dialog says at the end.
  std::string exported(const QString& name) {
    field<QComboBox>("kind").setCurrentText(QFileInfo(name).suffix());
    field<QLineEdit>("path").setText(path(name));
    QTest::mouseClick(&field<QPushButton>("export"), Qt::LeftButton);
    auto* result = dialog_->findChild<QLabel*>("result");
    EXPECT_TRUE(until([&] { return !result->text().isEmpty(); }, 60'000));
    return result->text().toStdString();
  }
  /// Steps of the dearest sampler.
  void run_on(int steps) {
    panes().pause_at(panes().clock() + steps * panes().unit());
    key(Qt::Key_Space);
    ASSERT_TRUE(until([&] { return !panes().running; }));
  }
  std::string probe(const std::string& name) {
    return call(
        "ffprobe -v error -count_frames -show_entries "
        "stream=width,height,nb_read_frames,avg_frame_rate,duration -of default=nw=1 " +
        name);
  }
  std::string states() {
    std::string all;
    for (int i = 0; i < panes().count(); ++i)
      all += (i > 0 ? ", " : "") + panes().at(i).session().state_hash();
    return all;
  }
  /// From now on the program that encodes only copies the frames' pixels.
  void copy_frames() {
    write_file(path("ffmpeg").toStdString(), "#!/bin/sh\nfor to; do :; done\nexec /bin/cat > \"$to\"\n");
    QFile::setPermissions(path("ffmpeg"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("PATH", folder_.path().toUtf8());
  }
  std::vector<QImage> copied(const QString& name, QSize size) {
    const std::string pixels = text(name);
    const std::size_t bytes =
        4 * static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height());
    EXPECT_EQ(pixels.size() % bytes, 0u);
    std::vector<QImage> images;
    for (std::size_t at = 0; at + bytes <= pixels.size(); at += bytes)
      images.push_back(QImage(reinterpret_cast<const uchar*>(pixels.data() + at), size.width(), size.height(),
                              QImage::Format_RGBA8888)
                           .convertToFormat(QImage::Format_RGB32));
    return images;
  }
  QImage on_screen() {
    EXPECT_EQ(carry_out({.what = What::picture, .path = "shown.png", .scale = 1}), "");
    QImage shown = QImage(path("shown.png")).convertToFormat(QImage::Format_RGB32);
    shown.setColorSpace({});  // frames come without; only pixels are to be compared
    return shown;
  }
  QPointer<ExportDialog> dialog_;
  const QByteArray search_path_ = qgetenv("PATH");
};

TEST_F(ClipExportTest, AClipIsTheRunsOnScreenMadeAgain) {
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
  exported("one.mp4");
  const auto frames = copied("one.mp4", size);
  ASSERT_EQ(frames.size(), 11u);
  EXPECT_TRUE(frames.back() == on_screen()) << "pixel for pixel";
  EXPECT_FALSE(frames[9] == frames[10]);
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
  type_into("steps_per_frame", QString::number(panes().steps_per_frame_of(0)));
  exported("first.mp4");
  EXPECT_TRUE(copied("first.mp4", cell.size()).back() == shown.copy(cell));
}

TEST_F(ClipExportTest, ALatticesRunsShowTheLawsThatAreKnown) {
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
  picture().view.show = Show::infinite;
  ASSERT_TRUE(until([&] { return picture().view_of(0).infinite.step == session().step(); }));
  EXPECT_FALSE(picture().view_of(1).infinite.law) << "not known";
  copy_frames();
  ASSERT_NO_FATAL_FAILURE(ask("export.clip_of_all"));
  const QSize size = picture().cells().surface_pixels();
  set_size(size);
  expect_words(exported("laws.mp4"), {states().c_str()});
  const QImage shown = on_screen(), last = copied("laws.mp4", size).back();
  for (int run = 0; run < 2; ++run) {  // between the captions and the axes' numbers
    const QRect inner = picture().cells().pixels(run).adjusted(0, 120, -60, -60);
    EXPECT_TRUE(last.copy(inner) == shown.copy(inner)) << run;
  }
  last.save(ERGO_BINARY_DIR "/screenshots/export_laws.png");
}

TEST_F(ClipExportTest, APartOfAClipHasThatPartsFrames) {
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

TEST_F(ClipExportTest, AGifsSettingsStandBesideIt) {
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

TEST_F(ClipExportTest, WhatCannotBeIsTold) {
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
}  // namespace ergo
