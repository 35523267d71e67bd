// The command line in the window: every knob of a run by name, completed, and mistakes that leave it alone.
#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>

#include "core/config/assignment.h"
#include "core/settings/view_json.h"
#include "tests/window/window_fixture.h"
#include "widgets/presets/preset_view.h"

namespace ergo::assign_by_name_test {
namespace {

class CommandLineInTheWindow : public WindowTest {
 protected:
  CommandLine& line() { return *window().findChild<CommandLine*>("command_line"); }
  void enter(const QString& text) {
    line().clear();
    QTest::keyClicks(&line(), text);
    if (QWidget* popup = QApplication::activePopupWidget()) popup->hide();
    QTest::keyClick(&line(), Qt::Key_Return);
    frames(4);
  }
};

TEST_F(CommandLineInTheWindow, SetsTheNamedSetting) {
  EXPECT_FALSE(line().isVisible());
  key(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(line().isVisible());
  enter("sampler.step_size = 0.2");
  EXPECT_EQ(sampler_value("step_size"), 0.2);
  EXPECT_TRUE(line().text().isEmpty());
  enter("sampler=hmc");
  EXPECT_EQ(session().config().sampler.id, "hmc");
  QTest::keyClick(&line(), Qt::Key_Up);
  EXPECT_EQ(line().text(), "sampler=hmc");
  QTest::keyClick(&line(), Qt::Key_Escape);
  EXPECT_FALSE(line().isVisible());
}

TEST_F(CommandLineInTheWindow, ReportsAMistakeAndKeepsTheLine) {
  key(Qt::Key_K, Qt::ControlModifier);
  const RunConfig before = session().config();
  for (const auto& [wrong, word] :
       {std::pair("sampler.step_sze = 1", "step_size"), std::pair("sampler.step_size = -1", "-1"),
        std::pair("nonsense", "path=value"), std::pair("= 3", "path=value")}) {
    enter(wrong);
    EXPECT_EQ(session().config(), before) << wrong;
    EXPECT_NE(picture().toast_words().find(word), std::string::npos) << picture().toast_words();
    EXPECT_EQ(line().text(), wrong);
  }
}

TEST_F(CommandLineInTheWindow, CompletionsHaveTheThemesLetters) {
  key(Qt::Key_K, Qt::ControlModifier);
  for (const char* theme : {"dark", "projector"}) {
    window().set_theme(theme);
    frames(3);
    line().clear();
    QTest::keyClicks(&line(), "sampler.");
    QWidget* popup = QApplication::activePopupWidget();
    ASSERT_TRUE(popup);
    EXPECT_EQ(popup->font().family(), line().font().family()) << theme;
    EXPECT_EQ(popup->font().pixelSize(), line().font().pixelSize()) << theme;
    popup->hide();
  }
}

TEST_F(CommandLineInTheWindow, TabTakesTheCompletionThatIsOpen) {
  key(Qt::Key_K, Qt::ControlModifier);
  QTest::keyClicks(&line(), "sampler = mal");
  QWidget* popup = QApplication::activePopupWidget();
  ASSERT_TRUE(popup);
  QTest::keyClick(popup, Qt::Key_Tab);
  EXPECT_EQ(line().text(), "sampler = mala");
  EXPECT_FALSE(popup->isVisible());
  EXPECT_TRUE(line().hasFocus());
  line().clear();
  QTest::keyClicks(&line(), "view.s");
  QTest::keyClick(popup, Qt::Key_Down);
  QTest::keyClick(popup, Qt::Key_Down);
  const QString second = line().completer()->popup()->currentIndex().data().toString();
  EXPECT_NE(second, line().completer()->completionModel()->index(0, 0).data().toString());
  QTest::keyClick(popup, Qt::Key_Tab);
  EXPECT_EQ(line().text(), second);
  QTest::keyClick(&line(), Qt::Key_Tab);  // nothing to complete: on to the next field
  EXPECT_FALSE(line().hasFocus());
}

TEST_F(CommandLineInTheWindow, AMistakeIsForgottenWithTheNextGoodLine) {
  key(Qt::Key_K, Qt::ControlModifier);
  enter("sampler.step_size = -1");
  EXPECT_FALSE(picture().toast_words().empty());
  enter("sampler.step_size = 0.3");
  EXPECT_EQ(picture().toast_words(), "");
}

TEST_F(CommandLineInTheWindow, SetsHowRunsAreShown) {
  pause();
  key(Qt::Key_K, Qt::ControlModifier);
  const RunConfig before = session().config();
  const std::string hash = session().state_hash();
  enter("view.trails = off");
  EXPECT_FALSE(picture().view.trails);
  enter("view.draws = reservoir");
  EXPECT_EQ(picture().view.draws, DrawsUsed::reservoir);
  enter("view.marginals=on");
  enter("view.point_size = 3.5");
  enter("view.speed = 0.5");
  enter("view.follow = 7");
  enter("view.graph = ising");
  EXPECT_TRUE(picture().view.marginals);
  EXPECT_EQ(picture().view.point_size, 3.5);
  EXPECT_EQ(panes().speed, 0.5);
  for (const char* speed : {"0.15", "0.3", "2"}) {
    enter(QString("view.speed = %1").arg(speed));
    EXPECT_EQ(window().findChild<QComboBox*>("speed")->currentText(), QString("× %1").arg(speed));
  }
  EXPECT_EQ(panes().followed(), 7u);
  EXPECT_EQ(picture().graph_panel().subject(), "ising");
  EXPECT_FALSE(picture().view.trails) << "what was set before stays";
  enter("view.follow = off");
  enter("view.graph = off");
  const TuningOptions set = picture().tune_panel().settings();
  enter("view.tuning = on");
  EXPECT_TRUE(picture().tuning_shown);
  EXPECT_EQ(picture().tune_panel().settings(), set) << "opens as it is set";
  enter("view.tuning = off");
  EXPECT_FALSE(picture().tuning_shown);
  enter("view.tuning.alpha_ceil = 300");
  EXPECT_TRUE(picture().tuning_shown);
  EXPECT_EQ(picture().tune_panel().settings().alpha_ceil, 300);
  EXPECT_EQ(picture().tune_panel().settings().beta_max, set.beta_max) << "what was set before stays";
  enter("view.tuning = off");
  EXPECT_FALSE(panes().followed());
  EXPECT_FALSE(picture().graph_panel().shown);
  enter("view.theme = light");
  EXPECT_EQ(window().theme(), "light");
  EXPECT_EQ(session().config(), before);
  EXPECT_TRUE(session().journal().empty());
  EXPECT_EQ(session().state_hash(), hash);
  EXPECT_FALSE(panes().undo()) << "no edit of a run";
}

TEST_F(CommandLineInTheWindow, ReportsAMistakeInAViewSetting) {
  key(Qt::Key_K, Qt::ControlModifier);
  const PresetView before = shown_view(panes(), picture());
  for (const auto& [wrong, word] :
       {std::pair("view.trials = on", "'view.trails'"), std::pair("view.them = dark", "'view.theme'"),
        std::pair("view.theme = pink", "projector"), std::pair("view.draws = row", "'raw'"),
        std::pair("view.trails = maybe", "on, off"), std::pair("view.trail_life = 0", "1 to 10000"),
        std::pair("view.steps_per_frame = 2.5", "1 to 10000"), std::pair("view.follow = 500", "0 to 499"),
        std::pair("view.graph = 3", "ising"), std::pair("view.tuning = 3", "on, off"),
        std::pair("view.tuning.beta_max = 3", "0 to 2"),
        std::pair("view.tuning.alpha = 3", "'view.tuning.alpha_ceil'")}) {
    enter(wrong);
    EXPECT_NE(picture().toast_words().find(word), std::string::npos) << picture().toast_words();
    EXPECT_EQ(line().text(), wrong);
  }
  EXPECT_EQ(shown_view(panes(), picture()), before);
  screenshot("command-line-mistake");
}

TEST_F(CommandLineInTheWindow, AUnitsNameAloneChoosesIt) {
  key(Qt::Key_K, Qt::ControlModifier);
  enter("banana");
  EXPECT_EQ(session().config().target.id, "banana");
  for (const char* sampler : {"nuts", "acs", "hmc"}) {  // on the plane, on a lattice, and back
    line().offer(session().config());
    EXPECT_GT(line().completer()->model()->rowCount(), 0);
    enter(sampler);
    EXPECT_EQ(session().config().sampler.id, sampler);
  }
  EXPECT_EQ(session().config().target.id, "banana");
  EXPECT_FALSE(picture().toast().button().isEmpty());
  enter("sampler = dmala");
  EXPECT_EQ(session().config().sampler.id, "dmala");
}

TEST_F(CommandLineInTheWindow, CompletesEveryPathOfAView) {
  line().offer(session().config());
  const QAbstractItemModel& words = *line().completer()->model();
  for (const std::string& path : view_paths()) {
    const auto found = words.match(words.index(0, 0), Qt::DisplayRole, QString::fromStdString(path), -1);
    EXPECT_FALSE(found.empty()) << path;
    for (const std::string& value : view_values(path)) {
      PresetView view;
      EXPECT_NO_THROW(assign_view(view, {path, value})) << path << "=" << value;
    }
  }
  EXPECT_EQ(words.match(words.index(0, 0), Qt::DisplayRole, theme_path, -1).size(), 3);
}

TEST_F(CommandLineInTheWindow, CompletesEveryPathAndListedValue) {
  for (const SamplerUnit& unit : kernel_samplers()) {
    panes().assign({{"target", unit.descriptor.space == Space::lattice ? "lattice8" : "ring8"},
                    {"sampler", unit.descriptor.id}});
    const RunConfig config = session().config();
    line().offer(config);
    const QAbstractItemModel& words = *line().completer()->model();
    for (const std::string& path : paths_of(config)) {
      const QString start = QString::fromStdString(path) + " = ";
      const auto found = words.match(words.index(0, 0), Qt::DisplayRole, start, -1);
      const std::vector<std::string> values = values_of(config, path);
      EXPECT_EQ(static_cast<std::size_t>(found.size()), std::max<std::size_t>(1, values.size())) << path;
      for (const std::string& value : values) {
        if (value == "minibatch") continue;  // of targets with data
        RunConfig edited = config;
        EXPECT_NO_THROW(apply(edited, {path, value})) << path << "=" << value;
      }
    }
  }
}

}  // namespace
}  // namespace ergo::assign_by_name_test
