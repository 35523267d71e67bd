// The strip of a cyclical sampler; tuning a schedule and adopting it by clicks.
#include "tests/window/window_fixture.h"

namespace ergo::schedule_test {
namespace {

TEST_F(WindowTest, ACyclicalSamplerHasAStrip) {
  EXPECT_FALSE(picture().schedule().shown());
  panes().assign({{"target", "lattice_modes"}, {"sampler", "acs"}, {"sampler.cycle_length", "5"}});
  panes().steps_per_frame = 1;
  ASSERT_TRUE(until([&] { return picture().schedule().phases_seen() == 5; }));
  screenshot("schedule");
  panes().assign({{"sampler", "dmala"}});
  frames(3);
  EXPECT_FALSE(picture().schedule().shown());
}

// Frames that take a whole cycle end in one phase for ever: looks fall on all of them all the same.
TEST_F(WindowTest, NoPhaseIsHiddenByThePace) {
  panes().assign({{"target", "lattice_modes"}, {"sampler", "acs"}, {"sampler.cycle_length", "6"}});
  for (const int pace : {6, 12, 3}) {
    panes().restart();
    panes().assign({{"sampler.alpha_max", std::to_string(1000 + pace)}});  // the strip forgets
    panes().steps_per_frame = pace;
    EXPECT_TRUE(until([&] { return picture().schedule().phases_seen() == 6; })) << pace << " steps a frame";
  }
}

TEST_F(WindowTest, ATunedScheduleIsTakenUpByAClick) {
  panes().assign({{"target", "lattice_modes"}, {"target.spacing", "4"}, {"target.width", "1"}});
  key(Qt::Key_U);
  const auto& places = picture().tune_panel().places();
  ASSERT_TRUE(places.contains("begin"));
  EXPECT_FALSE(player().tuning());
  TuningOptions wanted = picture().tune_panel().settings();
  wanted.beta_max = 0.6;
  wanted.alpha_ceil = 2000;
  wanted.acceptance_long = 0.22;
  click(places.at("begin").center());
  ASSERT_TRUE(player().tuning());
  player().tune(wanted);
  ASSERT_TRUE(until([&] { return player().tuning()->done(); }));
  frames(3);
  screenshot("tuning");
  ASSERT_TRUE(player().tuning()->schedule()) << player().tuning()->summary();
  EXPECT_EQ(session().config().sampler.id, "dmala") << "nothing happens before the click";
  ASSERT_TRUE(places.contains("adopt"));
  click(places.at("adopt").center());
  EXPECT_EQ(session().config().sampler.id, "acs");
  EXPECT_NEAR(sampler_value("alpha_max"), player().tuning()->schedule()->alpha_max, 1e-6);
}

TEST_F(WindowTest, TuningThePlaneIsRefusedWithAToast) {
  panes().assign({{"target", "lattice8"}});
  key(Qt::Key_U);
  panes().assign({{"target", "ring8"}});
  frames(3);
  click(picture().tune_panel().places().at("begin").center());
  EXPECT_FALSE(player().tuning());
  EXPECT_NE(picture().toast_words().find("no cyclical schedule"), std::string::npos)
      << picture().toast_words();
}

}  // namespace
}  // namespace ergo::schedule_test
