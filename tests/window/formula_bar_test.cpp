// A density is typed, previewed and run.
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>

#include "core/settings/preset.h"
#include "tests/window/window_fixture.h"
#include "widgets/bars/formula_bar.h"

namespace ergo::formula_bar_test {
namespace {

class FormulaBarTest : public WindowTest {
 protected:
  FormulaBar& bar() { return *window().findChild<FormulaBar*>("formula_bar"); }
  QPlainTextEdit& edit() { return *bar().findChild<QPlainTextEdit*>("formula"); }
  void open_bar() {
    key(Qt::Key_T, Qt::ControlModifier);
    ASSERT_TRUE(bar().isVisible());
    ASSERT_TRUE(edit().hasFocus());
  }
  /// Types over what is there.
  void write(const QString& text) {
    edit().selectAll();
    QTest::keyClicks(&edit(), text);
  }
  void enter() {
    QTest::keyClick(&edit(), Qt::Key_Return);
    frames(3);
  }
  bool previewed(const std::string& text) {
    return until([&] {
      if (!bar().preview() || !bar().preview()->problem.empty()) return false;
      const UnitChoice& shown = bar().preview()->target;
      const int index = find_parameter(target_descriptor(shown), "text");
      return index >= 0 && value_text(shown, target_descriptor(shown), static_cast<std::size_t>(index)) == text;
    });
  }
};

TEST_F(FormulaBarTest, ATypedDensityIsPreviewedAndRun) {
  open_bar();
  write("E = (x^2 + y^2 - 4)^2");
  const std::string text = bar().text().toStdString();
  ASSERT_TRUE(previewed(text));
  EXPECT_EQ(bar().preview()->dim, 2);
  const auto& shown = bar().preview()->brightness;
  EXPECT_GT(*std::ranges::max_element(shown), 0.8F);
  EXPECT_LT(*std::ranges::min_element(shown), 0.1F);
  EXPECT_TRUE(bar().message().startsWith("log Z = ")) << bar().message().toStdString();
  EXPECT_EQ(session().config().target.id, "ring8") << "the run is as it was";
  const std::size_t journal = session().journal().size();
  const RunConfig before = session().config();
  enter();
  EXPECT_EQ(session().config().target.id, "formula");
  EXPECT_EQ(session().target().evaluate({3, 0}).energy, 25);
  EXPECT_LE(session().journal().size(), journal + 2) << "the target and its text";
  EXPECT_TRUE(until([&] { return player().report() && player().report()->mmd; })) << "compared with exact draws";
  screenshot("formula");
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config(), before) << "one undo takes it back";
}

TEST_F(FormulaBarTest, AMistakeIsToldAndLeavesTheRun) {
  open_bar();
  write("E = x^2 + sinn(y)");
  EXPECT_TRUE(bar().has_mistake());
  EXPECT_TRUE(bar().message().contains("line 1, column 11")) << bar().message().toStdString();
  EXPECT_TRUE(bar().message().contains("did you mean 'sin'")) << bar().message().toStdString();
  ASSERT_EQ(edit().extraSelections().size(), 1);
  EXPECT_EQ(edit().extraSelections().front().cursor.selectionStart(), 10);
  screenshot("formula-mistake");
  enter();
  EXPECT_EQ(session().config().target.id, "ring8");
  write("E = x^2 + sin(y)^2 + y^2");
  EXPECT_FALSE(bar().has_mistake());
  EXPECT_TRUE(edit().extraSelections().empty());
  QTest::keyClick(&edit(), Qt::Key_Escape);
  EXPECT_FALSE(bar().isVisible());
  EXPECT_TRUE(surface().hasFocus());
  EXPECT_EQ(session().config().target.id, "ring8");
}

TEST_F(FormulaBarTest, AnImproperDensityIsSaidToBeOne) {
  open_bar();
  write("E = log(1 + x^2 + y^2)");
  ASSERT_TRUE(previewed(bar().text().toStdString()));
  EXPECT_TRUE(until([&] { return bar().message().contains("no density"); })) << bar().message().toStdString();
  enter();
  EXPECT_EQ(session().config().target.id, "formula") << "who insists may run it";
}

TEST_F(FormulaBarTest, TheTextFollowsTheRun) {
  panes().assign({{"target", "formula"}, {"target.text", "b = slider(1, 0, 2)\nE = x^2 + b y^2"}});
  open_bar();
  EXPECT_EQ(bar().text(), "b = slider(1, 0, 2)\nE = x^2 + b y^2");
  const double wanted = 2;
  panes().assign({{"target.b", "2"}});
  frames(3);
  EXPECT_EQ(session().target().evaluate({0, 1}).energy, wanted) << "a slider is a control";
  EXPECT_EQ(bar().text(), "b = slider(1, 0, 2)\nE = x^2 + b y^2");
  panes().assign({{"target.text", "E = x^4 + y^4"}});
  frames(3);
  EXPECT_EQ(bar().text(), "E = x^4 + y^4");
}

TEST_F(FormulaBarTest, EveryExampleHasAPreviewAndIsADensity) {
  open_bar();
  const auto* examples = bar().findChild<QToolButton*>("formula_examples");
  ASSERT_GE(examples->menu()->actions().size(), 8);
  for (QAction* example : examples->menu()->actions()) {
    SCOPED_TRACE(example->text().toStdString());
    example->trigger();
    EXPECT_FALSE(bar().has_mistake()) << bar().message().toStdString();
    ASSERT_TRUE(previewed(bar().text().toStdString()));
    EXPECT_TRUE(until([&] { return bar().message().startsWith("log Z"); }, 2000)) << bar().message().toStdString();
    screenshot("formula-" + example->text());
  }
}

}  // namespace
}  // namespace ergo::formula_bar_test
