// Use without a mouse: Tab, menu letters, shortcuts, and the help that lists them.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QToolButton>
#include <set>

#include "tests/window/window_fixture.h"
#include "widgets/base/commands.h"

namespace ergo::keyboard_test {
namespace {

class KeyboardTest : public WindowTest {
 protected:
  static bool is_control(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QAbstractButton*>(widget) ||
           qobject_cast<const QAbstractItemView*>(widget);
  }
  /// A part of another control, as a spin box's line is.
  static bool is_part(const QWidget* widget) {
    for (const QWidget* above = widget->parentWidget(); above; above = above->parentWidget())
      if (is_control(above)) return true;
    return false;
  }
  std::set<const QWidget*> controls(QWidget& of) const {
    std::set<const QWidget*> all;
    for (const QWidget* each : of.findChildren<QWidget*>())
      if (each->isVisible() && each->isEnabled() && is_control(each) && !is_part(each)) all.insert(each);
    return all;
  }
  /// All that the tab key comes by until it is back.
  std::set<const QWidget*> tabbed() {
    std::set<const QWidget*> met;
    for (int presses = 0; presses < 300; ++presses) {
      QWidget* focus = QApplication::focusWidget();
      if (!focus || !met.insert(focus).second) break;
      QTest::keyClick(focus, Qt::Key_Tab);
      if (focus == &surface()) frames(2);  // the overlay may take keys a frame later
    }
    return met;
  }
  static bool is_in_a_menu(const QAction* action, const QList<QAction*>& of) {
    return std::ranges::any_of(of, [&](const QAction* each) {
      return each == action || (each->menu() && is_in_a_menu(action, each->menu()->actions()));
    });
  }
};

// A button of the toolbar has its key or its place in the menus instead, which Alt and letters open.
TEST_F(KeyboardTest, TheTabKeyOrAMenuReachesEveryControl) {
  window().resize(1700, 900);
  frames(3);
  surface().setFocus();
  const auto met = tabbed();
  int fields = 0;
  for (const QWidget* control : controls(window())) {
    const auto* button = qobject_cast<const QToolButton*>(control);
    if (button && button->defaultAction() &&
        (!button->defaultAction()->shortcuts().empty() ||
         is_in_a_menu(button->defaultAction(), window().menuBar()->actions())))
      continue;
    ++fields;
    EXPECT_TRUE(met.contains(control))
        << control->metaObject()->className() << " " << control->objectName().toStdString();
  }
  EXPECT_GE(fields, 5) << "speed, steps, chains, seed, search";
}

TEST_F(KeyboardTest, TheTabKeyComesPastThePicture) {
  surface().setFocus();
  frames(3);
  for (int presses = 0; presses < 3; ++presses) {
    QTest::keyClick(&surface(), Qt::Key_Tab);
    frames(3);
    EXPECT_FALSE(picture().bridge().busy());
    EXPECT_NE(QApplication::focusWidget(), &surface());
    surface().setFocus();
    frames(2);
  }
}

TEST_F(KeyboardTest, EveryMenuHasItsLetter) {
  std::set<QChar> letters;
  for (const QAction* menu : window().menuBar()->actions()) {
    const int at = menu->text().indexOf('&');
    ASSERT_GE(at, 0) << menu->text().toStdString();
    EXPECT_TRUE(letters.insert(menu->text()[at + 1].toLower()).second) << menu->text().toStdString();
  }
}

TEST_F(KeyboardTest, TheHelpTellsOfEveryKey) {
  key(Qt::Key_Question);
  auto* help = window().findChild<QDialog*>("help");
  ASSERT_TRUE(help);
  std::set<QString> words;
  for (const QLabel* label : help->findChildren<QLabel*>()) words.insert(label->text());
  std::set<QString> keys;
  EXPECT_FALSE(words.contains(""));
  for (const char* title : {"File", "View", "Run", "Compare", "Lecture", "Help"})
    EXPECT_TRUE(words.contains(title)) << title;
  for (const Command& command : commands()) {
    if (!*command.keys) continue;
    EXPECT_TRUE(words.contains(QString::fromUtf8(command.sentence))) << command.id;
    for (const QString& each : QString(command.keys).split(' ', Qt::SkipEmptyParts))
      EXPECT_TRUE(keys.insert(each).second) << each.toStdString() << " twice";
    EXPECT_TRUE(words.contains(QString(command.keys).replace(' ', " or "))) << command.id;
  }
  help->close();
}

}  // namespace
}  // namespace ergo::keyboard_test
