// Dialogs as a person meets them: opened by keys, filled in by keys, read in every theme.
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <map>

#include "core/settings/preset_edit.h"
#include "tests/window/export/export_fixture.h"
#include "widgets/base/theme.h"
#include "widgets/export/export_dialog.h"

namespace ergo::dialogs_test {
namespace {

bool has_words(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return !label->text().isEmpty();
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return !line->text().isEmpty();
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    return !button->text().isEmpty() && button->isEnabled();
  if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
    return view->model() && view->model()->rowCount(view->rootIndex()) > 0;
  return qobject_cast<const QPlainTextEdit*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
         qobject_cast<const QProgressBar*>(&widget);
}

/// The best contrast that any of its pixels has with the most frequent one: of words with their ground.
double contrast_in(QWidget& widget) {
  const QImage image = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
  std::map<QRgb, int> pixels;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) ++pixels[image.pixel(x, y) & 0xFFFFFF];
  const QRgb ground = std::ranges::max_element(pixels, {}, [](const auto& p) { return p.second; })->first;
  double best = 1;
  for (const auto& [pixel, count] : pixels) best = std::max(best, contrast(pixel, ground));
  return best;
}

class DialogTest : public ExportWindowTest {
 protected:
  /// Words of 4.5 : 1 (WCAG 2.1, level AA) everywhere on a dialog.
  void expect_legible(QWidget& dialog, const std::string& theme) {
    int seen = 0;
    for (QWidget* widget : dialog.findChildren<QWidget*>()) {
      if (!widget->isVisible() || !has_words(*widget) || widget->width() < 8 || widget->height() < 8)
        continue;
      ++seen;
      EXPECT_GE(contrast_in(*widget), 4.5)
          << theme << ", " << dialog.windowTitle().toStdString() << ": " << widget->metaObject()->className()
          << " " << widget->objectName().toStdString();
    }
    EXPECT_GE(seen, 2) << dialog.windowTitle().toStdString();
  }
  /// With Ctrl, on the window: nothing gives it the keys back when a dialog is closed off screen.
  void press(Qt::Key which) {
    QApplication::setActiveWindow(&window());
    key(which, Qt::ControlModifier);
  }
  QDialog* shown_dialog() {
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) return dialog;
    return nullptr;
  }
  /// Presses a key that opens a dialog which holds the program until it is closed, and uses that dialog.
  void with_file_dialog(Qt::Key which, const std::function<void(QFileDialog&)>& use) {
    bool used = false;
    QTimer::singleShot(500, &window(), [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_TRUE(dialog);
      use(*dialog);
      used = true;
      if (dialog->isVisible()) dialog->reject();
    });
    press(which);
    ASSERT_TRUE(until([&] { return used; }));
    frames(5);
  }
  /// Opens a file as a person does: Ctrl+O, its path, Return.
  void open_by_keys(const QString& file) {
    with_file_dialog(Qt::Key_O, [&](QFileDialog& dialog) {
      auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
      ASSERT_TRUE(name);
      name->setFocus();
      name->clear();
      QTest::keyClicks(name, file);
      QTest::keyClick(name, Qt::Key_Return);
    });
  }
};

TEST_F(DialogTest, AreLegibleInEveryTheme) {
  pause();
  for (const std::string& theme : palette_ids()) {
    window().set_theme(theme);
    frames(3);
    for (const Qt::Key which : {Qt::Key_I, Qt::Key_E}) {
      press(which);
      ASSERT_TRUE(until([&] { return shown_dialog() != nullptr; }));
      if (auto* dialog = qobject_cast<ExportDialog*>(shown_dialog())) dialog->show_progress(0.45);
      QApplication::processEvents();
      expect_legible(*shown_dialog(), theme);
      if (auto* dialog = qobject_cast<ExportDialog*>(shown_dialog())) dialog->show_result("Written", true);
      shown_dialog()->close();
      ASSERT_TRUE(until([&] { return shown_dialog() == nullptr; }));
    }
    with_file_dialog(Qt::Key_O, [&](QFileDialog& dialog) { expect_legible(dialog, theme); });
  }
}

TEST_F(DialogTest, ABadPresetIsRefusedAndItsCorrectionOpens) {
  pause();
  const std::string before = session().config().target.id;
  const std::string good = R"({"version": 1, "title": "Mine", "story": "A test.",
    "run": {"target": "banana", "sampler": "rwm", "start": "normal", "chains": 100}})";
  std::string bad = good;
  bad.replace(bad.find("banana"), 6, "bananna");
  write_file(path("mine.json").toStdString(), bad);
  open_by_keys(path("mine.json"));
  for (const char* word : {"mine.json", "bananna", "banana"})
    EXPECT_NE(picture().toast_words().find(word), std::string::npos) << picture().toast_words();
  EXPECT_EQ(session().config().target.id, before);
  write_file(path("mine.json").toStdString(), good);
  open_by_keys(path("mine.json"));
  EXPECT_EQ(session().config().target.id, "banana");
  EXPECT_EQ(session().config().chains, 100u);
}

TEST_F(DialogTest, ReturnInTheFileFieldExports) {
  run_a_little();
  press(Qt::Key_E);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  auto* file = dialog->findChild<QLineEdit*>("path");
  file->setFocus();
  file->selectAll();
  QTest::keyClicks(file, path("by-return.png"));
  QTimer::singleShot(1000, &window(), [] {
    if (auto* other = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) other->reject();
  });
  QTest::keyClick(file, Qt::Key_Return);
  EXPECT_TRUE(until([&] { return QFileInfo(path("by-return.png")).size() > 100; }, 5000));
  dialog->close();
}

// A name that was typed stays, its ending follows the form, and the form its ending; a proposed one is free;
// a picture is a PNG; and what cannot be is said in the alarm's colour.
TEST_F(DialogTest, NamesAndFormsOfExportsFollowEachOther) {
  run_a_little();
  press(Qt::Key_E);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  auto* file = dialog->findChild<QLineEdit*>("path");
  auto* kind = dialog->findChild<QComboBox*>("kind");
  auto* result = dialog->findChild<QLabel*>("result");
  const auto type = [&](const QString& name) {
    file->setFocus();
    file->selectAll();
    QTest::keyClicks(file, name);
  };
  dialog->choose(ExportRequest::What::figure);
  type(path("figure-3.pdf"));
  kind->setCurrentText("svg");
  EXPECT_EQ(file->text(), path("figure-3.svg"));
  type(path("figure-4.pdf"));
  EXPECT_EQ(kind->currentText(), "pdf");
  type("plain.svg");
  EXPECT_TRUE(QFileInfo(dialog->request().path).isAbsolute());

  dialog->choose(ExportRequest::What::picture);
  type(path("a.pdf"));
  QTest::keyClick(file, Qt::Key_Return);
  ASSERT_TRUE(until([&] { return !result->text().isEmpty(); }, 5000));
  EXPECT_TRUE(result->text().contains("png")) << result->text().toStdString();
  EXPECT_FALSE(QFile::exists(path("a.pdf")));
  const QColor alarm = result->palette().color(QPalette::WindowText);
  dialog->show_result("Written", true);
  EXPECT_NE(result->palette().color(QPalette::WindowText), alarm);

  file->selectAll();
  QTest::keyClick(file, Qt::Key_Delete);
  QTest::keyClick(file, Qt::Key_Return);
  EXPECT_TRUE(result->text().startsWith("No file")) << result->text().toStdString();
  dialog->close();
}

// Nobody writes a gigabyte unawares.
TEST_F(DialogTest, TheExtentOfTrajectoriesIsThatOfTheFile) {
  run_a_little();
  press(Qt::Key_E);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  dialog->choose(ExportRequest::What::trajectory);
  auto* extent = dialog->findChild<QLabel*>("extent");
  dialog->findChild<QLineEdit*>("steps")->setText("2000");
  dialog->findChild<QLineEdit*>("every")->setText("20");
  EXPECT_TRUE(extent->text().startsWith("101 draws")) << extent->text().toStdString();
  const double told = extent->text().section(": ", 1).section(' ', 0, 0).toDouble();
  ASSERT_TRUE(extent->text().contains(" MB")) << extent->text().toStdString();
  dialog->findChild<QLineEdit*>("path")->setText(path("extent.npz"));
  dialog->findChild<QPushButton*>("export")->click();
  ASSERT_TRUE(until([&] { return QFileInfo(path("extent.npz")).size() > 0; }));
  // The words are rounded to a tenth; headers, flags and settings come on top.
  EXPECT_NEAR(told * 1e6, static_cast<double>(QFileInfo(path("extent.npz")).size()), 0.05e6 + 20e3);
  dialog->close();
}

// Whatever was chosen before, a row that is asked for has its field and its words, below the row before.
TEST_F(DialogTest, ExportDialogShowsEveryRow) {
  run_a_little();
  press(Qt::Key_E);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  auto* what = dialog->findChild<QComboBox*>("what");
  auto* result = dialog->findChild<QLabel*>("result");
  auto* form = dialog->findChild<QFormLayout*>();
  ASSERT_TRUE(form);
  for (int i = 0; i < what->count(); ++i) {
    dialog->show_result("Written: before", true);
    what->setCurrentIndex((i + what->count() / 2) % what->count());
    EXPECT_TRUE(result->text().isEmpty());
    what->setCurrentIndex(i);
    frames(2);
    int foot = 0, rows = 0;
    for (int row = 0; row < form->rowCount(); ++row) {
      const QLayoutItem* item = form->itemAt(row, QFormLayout::FieldRole);
      if (!item || !form->isRowVisible(row)) continue;
      const QWidget& field = *item->widget();
      EXPECT_TRUE(field.isVisible()) << what->itemText(i).toStdString() << ", row " << row;
      EXPECT_GE(field.y(), foot) << what->itemText(i).toStdString() << ", row " << row;
      EXPECT_GE(field.height(), field.minimumSizeHint().height()) << row;
      const QWidget* words = form->labelForField(item->widget());
      EXPECT_TRUE(!words || words->isVisible()) << row;
      foot = field.geometry().bottom();
      ++rows;
    }
    EXPECT_GE(rows, 4);
    EXPECT_LE(foot, dialog->height());
    dialog->grab().save(QString(ERGO_BINARY_DIR "/screenshots/export_%1.png").arg(i));
  }
}

/// Every form of everything that can be exported, by the dialog's own fields.
TEST_F(DialogTest, ExportEveryFormOfEverything) {
  run_a_little();
  press(Qt::Key_E);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  const auto choose = [](QComboBox& box, int index) {
    box.setFocus();
    while (box.currentIndex() < index) QTest::keyClick(&box, Qt::Key_Down);
    while (box.currentIndex() > index) QTest::keyClick(&box, Qt::Key_Up);
  };
  auto* what = dialog->findChild<QComboBox*>("what");
  auto* kind = dialog->findChild<QComboBox*>("kind");
  auto* file = dialog->findChild<QLineEdit*>("path");
  auto* button = dialog->findChild<QPushButton*>("export");
  int written = 0;
  for (int i = 0; i < what->count(); ++i) {
    choose(*what, i);
    for (int k = 0; k < kind->count(); ++k) {
      choose(*kind, k);
      const QString name = QString("%1-%2.%3").arg(i).arg(k).arg(kind->itemText(k));
      file->setFocus();
      file->selectAll();
      QTest::keyClicks(file, path(name));
      if (auto* steps = dialog->findChild<QLineEdit*>("steps"); steps->isVisible()) {
        steps->selectAll();
        QTest::keyClicks(steps, "20");
      }
      QTest::mouseClick(button, Qt::LeftButton);
      const auto* told = dialog->findChild<QLabel*>("result");
      ASSERT_TRUE(until([&] { return told->text().contains(name) && !window().files().busy(); }, 60'000))
          << name.toStdString() << ": " << told->text().toStdString();
      EXPECT_TRUE(told->text().startsWith("Written")) << told->text().toStdString();
      EXPECT_GT(QFileInfo(path(name)).size(), 100) << name.toStdString();
      ++written;
    }
  }
  EXPECT_GE(written, 20);
  QTest::keyClick(dialog, Qt::Key_Escape);
  EXPECT_FALSE(dialog->isVisible());
}

}  // namespace
}  // namespace ergo::dialogs_test
