// The scrub bar under the picture: seeking, edits and bookmarks.
#include "tests/window/window_fixture.h"
#include "widgets/export/files.h"
#include "widgets/plots/plots.h"

namespace ergo::scrub_test {
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

TEST_F(ScrubTest, ADragIsOneEdit) {
  const QRectF slider = picture().panel().places().at("sampler.step_size");
  ASSERT_TRUE(until([&] { return session().step() > 40; }));
  drag(slider.center(), slider.center() + QPointF(0.25 * slider.width(), 0));
  pause();
  const Journal journal = session().journal();
  ASSERT_GT(journal.size(), 1u) << "its values, as they were in force";
  ASSERT_LT(journal.front().step, journal.back().step);
  const std::vector<double> beginning = {static_cast<double>(journal.front().step)};
  EXPECT_EQ(panes().edits(), beginning);
  EXPECT_EQ(window().plots().find("energy")->marks(), 1);
  screenshot("scrub-drag");
  panes().seek(1);
  frames(4);
  panes().running = true;
  ASSERT_TRUE(until([&] { return session().step() > journal.back().step; })) << "met again";
  pause();
  EXPECT_EQ(window().plots().find("energy")->marks(), 1);
  const Preset saved = parse_preset(preset_text(window().files().session()), "saved");
  EXPECT_EQ(saved.journal, journal);
  open({.preset = saved});
  EXPECT_EQ(panes().edits(), beginning) << "a session opened again";
}

TEST_F(ScrubTest, TwoDragsAreTwoEditsToUndo) {
  const QRectF slider = picture().panel().places().at("sampler.step_size");
  const QPointF to = slider.center() + QPointF(0.25 * slider.width(), 0);
  drag(slider.center(), to);
  frames(3);
  const double first = sampler_value("step_size");
  drag(to, slider.center());
  pause();
  EXPECT_EQ(panes().edits().size(), 2u);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(sampler_value("step_size"), first);
  EXPECT_EQ(panes().edits().size(), 1u);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(session().journal().empty());
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
}  // namespace ergo::scrub_test
