// Exports at a large scale, of the right size. How long the event loop stands still meanwhile is recorded in
// the test's report: machines differ too much to judge it here.
#include <qcustomplot.h>
#include <QImageReader>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

#include "tests/window/export_fixture.h"

namespace ergo {
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

TEST_F(ExportPauses, OfPicturesFourTimesAsLarge) {
  run_a_little();
  const auto export_one = [&](const char* name, What what, QSize size) {
    ExportRequest request{.what = what, .path = QString(name) + ".png", .scale = 4, .interface = true};
    RecordProperty(name, static_cast<int>(longest_pause(request)));
    const QImage image = read(path(request.path));
    EXPECT_EQ(image.width(), 4 * size.width()) << name;
    if (what != What::plots) {
      EXPECT_EQ(image.height(), 4 * size.height()) << name;
    }
  };
  export_one("picture", What::picture, surface().size());
  export_one("window", What::window, window().size());
  export_one("plots", What::plots, window().plots().find("mmd2")->canvas().size());
}

TEST_F(ExportPauses, OneThatIsCancelledWhileItIsReadWritesNothing) {
  pause();
  window().files().ask(What::picture);
  auto* dialog = window().findChild<ExportDialog*>();
  dialog->findChild<QLineEdit*>("path")->setText(path("p.png"));
  dialog->findChild<QSpinBox*>("scale")->setValue(8);
  dialog->findChild<QPushButton*>("export")->click();
  auto* close = dialog->findChild<QPushButton*>("close");
  ASSERT_TRUE(until([&] { return close->text() == "Cancel"; }));
  close->click();
  ASSERT_TRUE(until([&] { return close->text() == "Close"; }));
  EXPECT_FALSE(window().files().busy());
  EXPECT_FALSE(QFile::exists(path("p.png")));
  frames(3);
}

}  // namespace
}  // namespace ergo
