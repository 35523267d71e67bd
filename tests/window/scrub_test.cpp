// The run's time under the picture: any moment of it again, its edits and bookmarks.
#include "tests/window/window_fixture.h"
#include "widgets/plots.h"

namespace ergo {
namespace {

class ScrubTest : public WindowTest {
 protected:
  ScrubBar& scrub() { return *window().findChild<ScrubBar*>("scrub"); }
  void click_at(double moment) {
    QTest::mouseClick(&scrub(), Qt::LeftButton, {},
                      QPoint(qRound(scrub().place_of(moment)), scrub().height() / 2));
    frames(4);
  }
};

TEST_F(ScrubTest, GoesToAnyMomentBitForBit) {
  ASSERT_TRUE(until([&] { return session().step() >= 200; }));
  pause();
  const double end = panes().end();
  const std::string last = session().state_hash();
  click_at(end / 3);
  const std::uint64_t there = session().step();
  EXPECT_NEAR(static_cast<double>(there), end / 3, end / scrub().width() + 1);
  const std::string then = session().state_hash();
  EXPECT_EQ(panes().end(), end) << "the tape stays";
  click_at(end);
  EXPECT_EQ(session().state_hash(), last);
  click_at(0);
  EXPECT_EQ(session().step(), 0u);
  panes().seek(static_cast<double>(there));
  frames(4);
  EXPECT_EQ(session().state_hash(), then);
}

TEST_F(ScrubTest, ClicksWhileRunningPause) {
  ASSERT_TRUE(until([&] { return session().step() >= 60; }));
  click_at(20);
  EXPECT_FALSE(panes().running);
  EXPECT_LE(session().step(), 60u);
}

TEST_F(ScrubTest, EditsAndBookmarksAreStops) {
  ASSERT_TRUE(until([&] { return session().step() >= 100; }));
  pause();
  const auto edited_at = static_cast<double>(session().step());
  panes().assign({{"sampler.step_size", "0.05"}});
  panes().running = true;
  ASSERT_TRUE(until([&] { return static_cast<double>(session().step()) >= edited_at + 60; }));
  pause();
  EXPECT_EQ(panes().edits(), std::vector<double>{edited_at});
  key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(static_cast<double>(session().step()), edited_at);
  key(Qt::Key_Right);
  key(Qt::Key_B, Qt::ControlModifier);
  EXPECT_EQ(scrub().bookmarks().size(), 1u);
  screenshot("scrub");
  key(Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_EQ(panes().clock(), panes().end());
  key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(static_cast<double>(session().step()), edited_at + 1);
  key(Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(scrub().bookmarks().empty());
}

TEST_F(ScrubTest, CurvesStayUntilAnEditMakesThemUntrue) {
  ASSERT_TRUE(until([&] { return window().plots().find("energy")->points() >= 6; }));
  pause();
  const Plot& plot = *window().plots().find("energy");
  const int points = plot.points();
  panes().seek(panes().end() / 2);
  frames(6);
  EXPECT_GE(plot.points(), points);
  panes().assign({{"sampler.step_size", "0.05"}});
  frames(2);
  EXPECT_LE(plot.series(0).end(), panes().clock());
  EXPECT_EQ(panes().end(), panes().clock());
}

}  // namespace
}  // namespace ergo
