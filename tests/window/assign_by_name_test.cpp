// The command line in the window: every knob of a run by name, completed, and mistakes that leave it alone.
#include <QAbstractItemModel>
#include <QCompleter>

#include "core/config/assignment.h"
#include "tests/window/window_fixture.h"

namespace ergo {
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

TEST_F(CommandLineInTheWindow, SetsWhatIsNamed) {
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

TEST_F(CommandLineInTheWindow, TellsAMistakeAndKeepsTheLine) {
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

TEST_F(CommandLineInTheWindow, CompletesEveryPathAndListedValue) {
  for (const SamplerUnit& unit : samplers()) {
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
}  // namespace ergo
