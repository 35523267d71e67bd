#pragma once

#include <QCheckBox>
#include <QColorSpace>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

#include "core/base/atomic_file.h"
#include "core/live/panes.h"
#include "tests/window/export/export_fixture.h"

namespace ergo {

/// Exports clips of a run at its beginning, by the dialog.
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
    ASSERT_EQ(dialog_->request().what, ExportRequest::What::clip);
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
    ASSERT_TRUE(until([&] { return !panes().running && arrived(); }, 60'000));
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
    write_file(path("ffmpeg").toStdString(), "#!/bin/sh\nfor to; do :; done\nexec /bin/cat > \"${to#file:}\"\n");
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
    EXPECT_EQ(carry_out({.what = ExportRequest::What::picture, .path = "shown.png", .scale = 1}), "");
    QImage shown = QImage(path("shown.png")).convertToFormat(QImage::Format_RGB32);
    shown.setColorSpace({});  // frames come without; only pixels are to be compared
    return shown;
  }
  QPointer<ExportDialog> dialog_;
  const QByteArray search_path_ = qgetenv("PATH");
};

}  // namespace ergo
