// Effects of keys and toolbar on the run.
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

#include "tests/window/window_fixture.h"
#include "widgets/base/commands.h"

namespace ergo::run_keys_test {
namespace {

TEST_F(WindowTest, StartsRunning) {
  EXPECT_TRUE(panes().running);
  const auto before = session().step();
  frames(10);
  EXPECT_GT(session().step(), before);
}

TEST_F(WindowTest, SpacePausesAndGoesOn) {
  key(Qt::Key_Space);
  const auto stopped = session().step();
  frames(5);
  EXPECT_EQ(session().step(), stopped);
  key(Qt::Key_Space);
  EXPECT_GT(session().step(), stopped);
}

TEST_F(WindowTest, ArrowsStepOnceAndBackToTheBit) {
  frames(10);
  pause();
  const auto step = session().step();
  const std::string here = session().state_hash();
  key(Qt::Key_Right);
  EXPECT_EQ(session().step(), step + 1);
  const std::string there = session().state_hash();
  EXPECT_NE(there, here);
  key(Qt::Key_N);
  EXPECT_EQ(session().step(), step + 2);
  key(Qt::Key_Left);
  EXPECT_EQ(session().state_hash(), there);
  key(Qt::Key_Left);
  EXPECT_EQ(session().step(), step);
  EXPECT_EQ(session().state_hash(), here);
}

TEST_F(WindowTest, SpeedScalesSteps) {
  pause();
  window().findChild<QSpinBox*>("steps_per_frame")->setValue(7);
  auto* speed = window().findChild<QComboBox*>("speed");
  speed->setCurrentIndex(speed->findData(2.0));
  emit speed->activated(speed->currentIndex());
  panes().advance_to(20'000);  // beyond the first steps, in which the run waits for its reports
  ASSERT_TRUE(until([&] { return session().step() == 20'000; }));
  settle();
  const auto before = session().step();
  const auto drawn = window().frames();
  panes().running = true;
  frames(5);
  EXPECT_EQ(session().step() - before, 14 * (window().frames() - drawn));
}

TEST_F(WindowTest, ResetKeepsSettingsAndSeed) {
  frames(5);
  pause();
  panes().assign({{"sampler.step_size", "0.02"}});
  key(Qt::Key_R);
  EXPECT_EQ(session().step(), 0u);
  EXPECT_EQ(sampler_value("step_size"), 0.02);
  EXPECT_EQ(session().config().seed, load_preset("default").config.seed);
}

TEST_F(WindowTest, RewindKeepsTheTape) {
  frames(5);
  pause();
  const auto changed_at = session().step();
  panes().assign({{"sampler.step_size", "0.02"}});
  key(Qt::Key_Right);
  key(Qt::Key_Home);
  EXPECT_EQ(session().step(), 0u);
  EXPECT_EQ(sampler_value("step_size"), 0.1);
  session().advance(changed_at);
  EXPECT_EQ(sampler_value("step_size"), 0.02);
}

TEST_F(WindowTest, NewSeedBeginsAgain) {
  pause();
  const std::uint64_t seed = session().config().seed;
  key(Qt::Key_R, Qt::ShiftModifier);
  EXPECT_NE(session().config().seed, seed);
  EXPECT_EQ(session().step(), 0u);
}

TEST_F(WindowTest, UndoTakesBackOneEdit) {
  frames(5);
  pause();
  const RunConfig before = session().config();
  panes().assign({{"sampler.step_size", "0.3"}});
  panes().assign({{"sampler.step_size", "0.4"}});  // the same edit goes on
  panes().end_edit();
  panes().assign({{"target", "banana"}});
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config().target, before.target);
  EXPECT_EQ(sampler_value("step_size"), 0.4);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config(), before);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config(), before);
}

TEST_F(WindowTest, ToolbarTakesChainsAndRefusesNonsense) {
  auto* chains = window().findChild<QLineEdit*>("chains");
  ASSERT_TRUE(chains);
  const auto enter = [&](const QString& text) {
    chains->setFocus();
    chains->selectAll();
    QTest::keyClicks(chains, text);
    QTest::keyClick(chains, Qt::Key_Return);
    frames(4);
  };
  enter("321");
  EXPECT_EQ(session().config().chains, 321u);
  for (const char* wrong : {"0", "1000000000", "many", "-5", "nan"}) {
    enter(wrong);
    EXPECT_EQ(session().config().chains, 321u);
    EXPECT_NE(picture().toast_words().find(wrong), std::string::npos) << picture().toast_words();
    EXPECT_EQ(chains->text(), "321");
  }
}

TEST_F(WindowTest, LettersTypedInAFieldAreNoCommands) {
  auto* seed = window().findChild<QLineEdit*>("seed");
  seed->setFocus();
  const RunConfig before = session().config();
  QTest::keyClick(seed, Qt::Key_2);
  frames(3);
  EXPECT_EQ(session().config(), before);
}

TEST_F(WindowTest, EveryKeyIsShownInATooltip) {
  for (const Command& command : commands()) {
    const auto* action = window().findChild<QAction*>(command.id);
    ASSERT_TRUE(action) << command.id;
    EXPECT_FALSE(action->toolTip().isEmpty()) << command.id;
    if (action->shortcuts().isEmpty()) continue;
    EXPECT_TRUE(action->toolTip().contains(action->shortcuts().front().toString())) << command.id;
  }
}

TEST_F(WindowTest, NoKeyMeansTwoThings) {
  QSet<QString> seen;
  for (const Command& command : commands())
    for (const QKeySequence& keys : window().findChild<QAction*>(command.id)->shortcuts()) {
      EXPECT_FALSE(keys.isEmpty()) << command.id;
      EXPECT_FALSE(seen.contains(keys.toString())) << command.id;
      seen.insert(keys.toString());
    }
}

TEST_F(WindowTest, HelpListsTheKeys) {
  key(Qt::Key_F1);
  auto* help = window().findChild<QDialog*>("help");
  ASSERT_TRUE(help);
  help->close();
}

}  // namespace
}  // namespace ergo::run_keys_test
