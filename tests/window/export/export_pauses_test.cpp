// Exports at a large scale, of the right size. How long the event loop stands still meanwhile is recorded in
// the test's report: machines differ too much to judge it here.
#include <QImageReader>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

#include "tests/window/export/export_fixture.h"

namespace ergo::export_pauses_test {
namespace {

using What = ExportRequest::What;

class ExportPauses : public ExportWindowTest {
 protected:
  /// Milliseconds between two turns of the event loop while an export is under way, at most.
  qint64 longest_pause(const ExportRequest& request) {
    QElapsedTimer since;
    qint64 longest = 0;
    QTimer heart;
    QObject::connect(&heart, &QTimer::timeout, [&] { longest = std::max(longest, since.restart()); });
    heart.start(0);
    since.start();
    EXPECT_EQ(carry_out(request), "");
    return std::max(longest, since.elapsed());
  }
};

/// Of any size; Qt's own limit is below that of a large window.
QImage read(const QString& file) {
  QImageReader reader(file);
  QImageReader::setAllocationLimit(1024);
  return reader.read();
}

TEST_F(ExportPauses, PausesForPicturesFourTimesAsLarge) {
  run_a_little();
  const auto export_one = [&](const char* name, What what, QSize size) {
    ExportRequest request{.what = what, .path = QString(name) + ".png", .scale = 4, .interface = true};
    RecordProperty(name, static_cast<int>(longest_pause(request)));
    const QImage image = read(path(request.path));
    EXPECT_EQ(image.width(), 4 * size.width()) << name;
    EXPECT_EQ(image.height(), 4 * size.height()) << name;
  };
  export_one("picture", What::picture, surface().size());
  export_one("window", What::window, window().size());
}

TEST_F(ExportPauses, ThePictureIsThatOfOneMomentWhileTheRunGoesOn) {
  run_a_little();
  panes().running = true;
  ASSERT_TRUE(until([&] { return session().step() > 100; }));
  picture().presenter().make_current();
  const double moment = panes().clock();
  const std::uint64_t step = session().step(), frame = window().frames();
  EXPECT_EQ(carry_out({.what = What::picture, .path = "running.png", .scale = 2}), "");
  EXPECT_GT(window().frames(), frame + 5) << "the window goes on";
  EXPECT_GT(session().step(), step + 5) << "the run goes on";
  panes().seek(moment);
  frames(3);
  ASSERT_EQ(session().step(), step);
  EXPECT_EQ(carry_out({.what = What::picture, .path = "gone_back.png", .scale = 2}), "");
  EXPECT_TRUE(read(path("running.png")) == read(path("gone_back.png")));
}

TEST_F(ExportPauses, CancelledExportWritesNothing) {
  pause();
  write_file(path("p.png").toStdString(), "old");
  window().files().ask(What::picture);
  auto* dialog = window().findChild<ExportDialog*>();
  dialog->findChild<QLineEdit*>("path")->setText(path("p.png"));
  dialog->findChild<QSpinBox*>("scale")->setValue(8);
  dialog->findChild<QPushButton*>("export")->click();
  dialog->findChild<QPushButton*>("overwrite")->click();
  auto* close = dialog->findChild<QPushButton*>("close");
  ASSERT_TRUE(until([&] { return close->text() == "Cancel"; }));
  close->click();
  ASSERT_TRUE(until([&] { return close->text() == "Close"; }));
  EXPECT_FALSE(window().files().busy());
  EXPECT_EQ(text("p.png"), "old");
  key(Qt::Key_T);  // it may be at rest by now
}

}  // namespace
}  // namespace ergo::export_pauses_test
