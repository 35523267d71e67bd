// The toolbar: its layout at every width, and its buttons for runs, recording and export.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QWidgetAction>

#include "tests/window/export/clip_fixture.h"

namespace ergo::toolbar_test {
namespace {

class ToolbarTest : public ClipExportTest {
 protected:
  QWidget& bar() { return *window().findChild<QWidget*>("run_bar"); }
  bool shows(const char* name) { return bar().findChild<QWidget*>(name)->isVisible(); }
};

// The words go first, then what stands in the menus too, then chains and seed, then the pace.
TEST_F(ToolbarTest, NoButtonIsClippedAtAnyWidth) {
  const std::vector<const char*> in_order = {"run", "speed", "chains", "record"};
  for (const double scale : {1.0, 1.5, 2.0}) {
    window().set_interface_scale(scale);
    panes().running = scale > 1.5;
    for (int width = 700; width <= 2600; width += 100) {
      window().resize(width, 400);  // the picture is not looked at
      frames(2);
      QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // of a counter that has just grown by a digit
      for (const QWidget* part : bar().findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (part->isVisible()) {
          EXPECT_LE(part->geometry().right(), bar().width())
              << width << " " << part->objectName().toStdString();
          EXPECT_GE(part->width(), std::min(part->sizeHint().width(), part->maximumWidth()))
              << width << " " << part->objectName().toStdString();
        }
      for (std::size_t i = 1; i < in_order.size(); ++i)
        EXPECT_LE(shows(in_order[i]), shows(in_order[i - 1])) << width << " " << in_order[i];
    }
  }
  window().set_interface_scale(1);
  window().resize(1280, 800);
  frames(2);
  for (const char* name : {"speed", "chains", "seed", "compare", "record", "export"})
    EXPECT_TRUE(shows(name)) << name;
}

// From 1100 pixels on in every theme: in the bar, or behind a button that is seen in it.
TEST_F(ToolbarTest, NothingIsOutOfReach) {
  auto* more = bar().findChild<QToolButton*>("more");
  ASSERT_TRUE(more && more->menu());
  for (const char* theme : {"dark", "projector"}) {
    window().set_theme(theme);
    for (const int width : {1100, 1280, 1920, 1100}) {
      window().resize(width, 800);
      frames(2);
      const auto folded = more->menu()->actions();
      EXPECT_EQ(more->isVisible(), !folded.isEmpty()) << theme << width;
      for (const char* name : {"speed", "steps_per_frame", "chains", "seed"}) {
        const bool in_menu = std::ranges::any_of(folded, [&](QAction* action) {
          auto* field = qobject_cast<QWidgetAction*>(action);
          return field && field->defaultWidget()->objectName() == name;
        });
        EXPECT_NE(shows(name), in_menu) << theme << width << name;
      }
      for (const char* name : {"record", "export"})
        EXPECT_NE(shows(name), folded.contains(bar().findChild<QToolButton*>(name)->defaultAction()))
            << theme << width << name;
    }
  }
  ASSERT_TRUE(more->isVisible()) << "1100 pixels hold all at this size";
  // By the keyboard to a field behind it: a number typed there is the run's.
  QTimer::singleShot(0, &window(), [&] {
    auto* seed = more->menu()->findChild<QLineEdit*>("seed");
    ASSERT_TRUE(seed && seed->isVisible());
    seed->setFocus();
    seed->selectAll();
    QTest::keyClicks(seed, "77");
    QTest::keyClick(seed, Qt::Key_Return);
    const int width = seed->width();
    for (const char* name : {"speed", "steps_per_frame", "chains"})
      EXPECT_EQ(more->menu()->findChild<QWidget*>(name)->width(), width) << name;
    more->menu()->grab().save(ERGO_BINARY_DIR "/screenshots/toolbar_more.png");
    more->menu()->close();
  });
  more->showMenu();
  EXPECT_TRUE(until([&] { return session().config().seed == 77; }));
  window().set_theme("dark");
}

// The numbers are put in after the bar was fitted to the window for the first time.
TEST_F(ToolbarTest, AWindowOpensWithRoomForItsNumbers) {
  for (const int width : {1350, 1366, 1400}) {
    MainWindow opened({.preset = load_preset("default"), .presenter = PresenterChoice::image});
    opened.resize(width, 768);
    opened.show();
    ASSERT_TRUE(until([&] { return opened.frames() >= 3; }));
    const auto shown = [&](const char* name) { return opened.findChild<QWidget*>(name)->isVisible(); };
    EXPECT_TRUE(shown("export")) << width;
    EXPECT_FALSE(shown("qt_toolbar_ext_button")) << width << ": parts moved behind an arrow";
  }
}

TEST_F(ToolbarTest, SingleKeepsTheRunInFocus) {
  panes().add("hmc");
  panes().add("mala");
  panes().set_focus(1);
  run_on(10);
  const std::string state = session().state_hash();
  key(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(panes().count(), 1);
  EXPECT_EQ(session().sampler_descriptor().id, "hmc");
  EXPECT_EQ(session().state_hash(), state);
  EXPECT_EQ(window().plots().runs(), 1);
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_EQ(panes().count(), 3);
  EXPECT_EQ(panes().at(0).session().sampler_descriptor().id, "esh");
  EXPECT_EQ(panes().at(1).session().state_hash(), state);
}

TEST_F(ToolbarTest, ARecordIsTheClipOfTheStepsBetween) {
  run_on(12);
  auto* record = bar().findChild<QToolButton*>("record");
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  EXPECT_TRUE(record->isChecked());
  EXPECT_EQ(record->text(), QString::fromUtf8("■ Stop"));
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  EXPECT_FALSE(window().findChild<ExportDialog*>()) << "no step was made";
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  run_on(8);
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->request().what, ExportRequest::What::clip);
  EXPECT_EQ(dialog->request().first_step, 12u);
  EXPECT_EQ(dialog->request().steps, 20u);
  EXPECT_EQ(record->text(), QString::fromUtf8("◉ Record"));
  dialog->grab().save(ERGO_BINARY_DIR "/screenshots/record.png");
  dialog->close();
  QApplication::setActiveWindow(&window());
  frames(2);
  key(Qt::Key_E, Qt::ControlModifier);
  dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->request().first_step, 0u) << "another export is not of the record";
}

// Whatever comes in its place: the same run again, another one.
TEST_F(ToolbarTest, ARecordEndsWhereTheRunBeginsAnewAndShowsItAsItWas) {
  auto* record = bar().findChild<QToolButton*>("record");
  const auto press = [&] {
    QTest::mouseClick(record, Qt::LeftButton);
    frames(2);
  };
  const auto present_or_press = [&] { window().presentation().on() ? key(Qt::Key_R, Qt::ControlModifier) : press(); };
  copy_frames();
  const std::vector<std::function<void()>> anew = {
      [this] { key(Qt::Key_R); }, [this] { key(Qt::Key_R, Qt::ShiftModifier); }, [this] { key(Qt::Key_3); },
      [this] { window().open_lecture(lecture_names().front()); }};
  for (std::size_t i = 0; i < anew.size(); ++i) {
    SCOPED_TRACE(i);
    run_on(12);
    press();
    run_on(8);
    const std::uint64_t end = session().step();
    const std::string state = session().state_hash();
    ASSERT_EQ(carry_out({.what = ExportRequest::What::clip,
                         .path = "before.mp4",
                         .interface = true,
                         .steps = end,
                         .first_step = end - 8,
                         .size = {160, 100}}),
              "");
    anew[i]();
    ASSERT_TRUE(until([&] { return session().state_hash() != state; }));
    frames(2);
    EXPECT_NE(picture().toast_words().find("recording ended at step " + std::to_string(end)),
              std::string::npos)
        << picture().toast_words();
    pause();
    run_on(30);
    present_or_press();
    dialog_ = window().findChild<ExportDialog*>();
    ASSERT_TRUE(dialog_);
    EXPECT_EQ(dialog_->request().what, ExportRequest::What::clip);
    EXPECT_EQ(dialog_->request().first_step, end - 8);
    EXPECT_EQ(dialog_->request().steps, end);
    if (i == 0) dialog_->grab().save(ERGO_BINARY_DIR "/screenshots/record_left.png");
    set_size({160, 100});
    field<QComboBox>("kind").setCurrentText("mp4");
    const QString name = QString("after%1.mp4").arg(i);
    field<QLineEdit>("path").setText(path(name));
    QTest::mouseClick(&field<QPushButton>("export"), Qt::LeftButton);
    auto* result = dialog_->findChild<QLabel*>("result");
    ASSERT_TRUE(until([&] { return result->text().contains(QString::fromStdString(state)); }, 60'000))
        << result->text().toStdString();
    const auto before = copied("before.mp4", {160, 100}), after = copied(name, {160, 100});
    ASSERT_EQ(before.size(), 3u);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t frame = 0; frame < 3; ++frame) EXPECT_TRUE(before[frame] == after[frame]) << frame;
    dialog_->close();
    QApplication::setActiveWindow(&window());
    frames(2);
    panes().steps_per_frame = 4;
  }
}

TEST_F(ToolbarTest, ARecordBegunJustBeforeTheRunBeginsAnewIsOfWhatComes) {
  run_on(12);
  auto* record = bar().findChild<QToolButton*>("record");
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  key(Qt::Key_R);
  run_on(8);
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->request().first_step, 0u);
  EXPECT_EQ(dialog->request().steps, 8u);
}

TEST_F(ToolbarTest, RunThatWentBackIsNotRecorded) {
  run_on(20);
  auto* record = bar().findChild<QToolButton*>("record");
  QTest::mouseClick(record, Qt::LeftButton);
  run_on(8);
  panes().seek(10);
  frames(2);
  QTest::mouseClick(record, Qt::LeftButton);
  frames(2);
  EXPECT_FALSE(window().findChild<ExportDialog*>());
  EXPECT_NE(picture().toast_words().find("not beyond step 20"), std::string::npos) << picture().toast_words();
}

}  // namespace
}  // namespace ergo::toolbar_test
