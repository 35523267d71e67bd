// The export dialog: questions before it writes a file, and proposed values.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/base/atomic_file.h"
#include "core/live/panes.h"
#include "tests/window/export/export_fixture.h"
#include "widgets/export/files.h"

namespace ergo::export_dialog_test {
namespace {

using What = ExportRequest::What;

class ExportDialogTest : public ExportWindowTest {
 protected:
  ExportDialog& ask(What what) {
    window().files().ask(what);
    return *window().findChild<ExportDialog*>();
  }
  template <class Widget>
  Widget& field(const char* name) {
    return *window().findChild<ExportDialog*>()->findChild<Widget*>(name);
  }
};

TEST_F(ExportDialogTest, ExistingFileIsOverwrittenAfterConfirmation) {
  pause();
  write_file(path("there.png").toStdString(), "old");
  ExportDialog& dialog = ask(What::picture);
  auto& file = field<QLineEdit>("path");
  auto& overwrite = field<QPushButton>("overwrite");
  auto& words = field<QLabel>("result");
  file.setText(path("there.png"));
  file.setFocus();
  EXPECT_FALSE(overwrite.isVisible());
  for (int i = 0; i < 3; ++i) {
    QTest::keyClick(&file, Qt::Key_Return);
    frames(3);
    EXPECT_EQ(text("there.png"), "old");
    EXPECT_TRUE(overwrite.isVisible());
    EXPECT_TRUE(words.text().contains(path("there.png"))) << words.text().toStdString();
  }
  file.setText(path("other.png"));
  EXPECT_FALSE(overwrite.isVisible());
  EXPECT_EQ(words.text(), "");
  file.setText(path("there.png"));
  QTest::keyClick(&file, Qt::Key_Return);
  ASSERT_TRUE(overwrite.isVisible());
  EXPECT_TRUE(overwrite.focusPolicy() & Qt::TabFocus);
  QTest::keyClick(&overwrite, Qt::Key_Space);
  EXPECT_TRUE(until([&] { return QFileInfo(path("there.png")).size() > 100; }, 5000));
  EXPECT_FALSE(overwrite.isVisible());
  dialog.close();
}

TEST_F(ExportDialogTest, TheLastStepProposedGoesOnWithTheRunUntilItIsTyped) {
  pause();
  ExportDialog& dialog = ask(What::trajectory);
  auto& steps = field<QLineEdit>("steps");
  EXPECT_EQ(steps.text().toULongLong(), session().step());
  const std::uint64_t before = session().step();
  panes().advance_to(static_cast<double>(before + 20));
  ASSERT_TRUE(until([&] { return steps.text().toULongLong() == before + 20; }, 5000));
  steps.setText("7");
  panes().advance_to(static_cast<double>(before + 40));
  EXPECT_FALSE(until([&] { return steps.text() != "7"; }, 1000));
  dialog.close();
}

TEST_F(ExportDialogTest, ALongAnswerHasRoom) {
  ExportDialog& dialog = ask(What::trajectory);
  dialog.show_result(QString("Words that take several rows. ").repeated(16), false);
  frames(3);
  for (QWidget* child : dialog.findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
    if (child->isVisible()) {
      const int needed = child->hasHeightForWidth() ? child->heightForWidth(child->width())
                                                    : child->minimumSizeHint().height();
      EXPECT_GE(child->height(), needed) << child->objectName().toStdString();
    }
  dialog.grab().save(ERGO_BINARY_DIR "/screenshots/export-long-answer.png");
  dialog.close();
}

}  // namespace
}  // namespace ergo::export_dialog_test
