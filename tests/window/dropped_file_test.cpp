// Files of data dropped on the window.
#include <QDropEvent>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>

#include "core/base/atomic_file.h"
#include "tests/window/window_fixture.h"

namespace ergo::dropped_file_test {
namespace {

class DroppedFile : public WindowTest {
 protected:
  /// Drags a file with this text over the window and lets it go.
  void drop(const std::string& name, const std::string& text) {
    path_ = folder_.filePath(QString::fromStdString(name)).toStdString();
    write_file(path_, text);
    QMimeData dragged;
    dragged.setUrls({QUrl::fromLocalFile(QString::fromStdString(path_))});
    QDragEnterEvent enter({400, 300}, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent let_go({400, 300}, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &let_go);
  }
  QTemporaryDir folder_;
  std::string path_;
};

TEST_F(DroppedFile, ATableOfPointsBecomesTheTargetInOneEdit) {
  const RunConfig before = session().config();
  drop("trial.csv", "east,north\n0,1\n2,0\n1,3\n4,2\n");
  ASSERT_TRUE(until([&] { return session().config().target.id == "points"; }));
  frames(3);
  const Window window_of_points = session().target().window();
  EXPECT_TRUE(window_of_points.low.x < 0 && window_of_points.high.x > 4);
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(until([&] { return session().config().target == before.target; }));
}

TEST_F(DroppedFile, ABadOneLeavesTheRunAsItIs) {
  const RunConfig before = session().config();
  drop("trial.csv", "east,north\n0,1\n2\n");
  ASSERT_TRUE(until([&] { return !picture().toast_words().empty(); }));
  for (const char* word : {"trial.csv", "line 3"})
    EXPECT_NE(picture().toast_words().find(word), std::string::npos) << picture().toast_words();
  EXPECT_EQ(session().config(), before);
}

}  // namespace
}  // namespace ergo::dropped_file_test
