// Edits of one run's start, gradient noise or chains while it is watched beside another.
#include "core/config/chain_edit.h"
#include "tests/live/panes_fixture.h"

namespace ergo::live_own_conditions_test {
namespace {

class OwnConditionsTest : public PanesTest {
 protected:
  OwnConditionsTest() {
    panes().duplicate();
    edit({"start", "normal"});
  }
  const RunConfig& config(int pane) { return std::as_const(panes().at(pane)).session().config(); }
  double start_sd(int pane) { return config(pane).start.values.back(); }
  std::vector<std::string> hashes() {
    std::vector<std::string> all;
    for (int pane = 0; pane < panes().count(); ++pane) all.push_back(panes().at(pane).session().state_hash());
    return all;
  }
};

TEST_F(OwnConditionsTest, AnEditOfOneRunIsUndoneAndMadeAgain) {
  panes().advance_to(20);
  frame();
  const auto before = hashes();
  edit({"sessions.0.start.sd", "3"});
  EXPECT_EQ(start_sd(0), 3);
  EXPECT_EQ(start_sd(1), 1);
  for (int pane = 0; pane < 2; ++pane) EXPECT_EQ(panes().at(pane).session().step(), 0u) << "both begin again";
  edit({"sessions.1.chains", "40"});
  panes().advance_to(20);
  frame();
  const auto after = hashes();
  EXPECT_NE(after[0], before[0]);
  EXPECT_EQ(panes().undo() && panes().undo(), true);
  EXPECT_EQ(hashes(), before);
  EXPECT_EQ(panes().redo() && panes().redo(), true);
  panes().advance_to(20);
  frame();
  EXPECT_EQ(hashes(), after);
  EXPECT_EQ(config(0).chains, 300u);
  EXPECT_EQ(config(1).chains, 40u);
}

TEST_F(OwnConditionsTest, NoiseOfOneRunChangesOnItsWayAndIsRewound) {
  edit({"sessions.1.sampler", "mala"});
  edit({"sessions.0.sampler", "mala"});
  panes().advance_to(10);
  frame();
  EXPECT_EQ(hashes()[0], hashes()[1]);
  edit({"sessions.1.gradient_noise.kind", "gaussian"});
  EXPECT_EQ(panes().at(1).session().step(), 10u) << "goes on";
  panes().advance_to(15);
  frame();
  const auto there = hashes();
  EXPECT_NE(there[0], there[1]);
  panes().seek(5);
  frame();
  EXPECT_EQ(hashes()[0], hashes()[1]);
  panes().seek(15);
  frame();
  EXPECT_EQ(hashes(), there);
}

TEST_F(OwnConditionsTest, ChainsArePlacedInOneRunOrInAll) {
  panes().set_focus(1);
  panes().place({0.25, -0.5}, 0.01, true);
  frame();
  EXPECT_EQ(start_sd(0), 1);
  EXPECT_EQ(config(1).start.values, (std::vector<double>{0.25, -0.5, 0.01}));
  panes().place({0.5, 0}, 0.02);
  frame();
  for (int pane = 0; pane < 2; ++pane) EXPECT_EQ(config(pane).start.values, (std::vector<double>{0.5, 0, 0.02}));
  edit({"sessions.1.start", "point"});
  panes().place({0.1, 0.2}, 0.02);
  for (int pane = 0; pane < 2; ++pane) {
    EXPECT_EQ(config(pane).start.id, "point") << "that of the run in focus";
    EXPECT_EQ(config(pane).start.values, (std::vector<double>{0.1, 0.2}));
  }
}

TEST_F(OwnConditionsTest, ARunWithFewerChainsFollowsItsFirst) {
  edit({"sessions.1.chains", "20"});
  panes().follow(250);
  frame();
  EXPECT_EQ(panes().at(0).followed()->chain(), 250u);
  EXPECT_EQ(panes().at(1).followed()->chain(), 0u);
  panes().set_focus(1);
  panes().assign({assignment_of(ChainEdit{panes().at(1).followed()->chain(), {1, 0}})});
  panes().advance_to(3);
  frame();
  edit({"sessions.1.chains", "300"});
  frame();
  EXPECT_EQ(panes().at(1).followed()->chain(), 250u);
}

// The band of MMD² is that of as many exact draws as the run has chains: the estimate's spread falls as one over them.
TEST_F(OwnConditionsTest, EachRunHasTheBandOfItsChains) {
  edit({"sessions.1.chains", "30"});
  rest();
  ASSERT_TRUE(until([&] {
    frame();
    return panes().at(0).report()->band && panes().at(1).report()->band;
  }));
  EXPECT_EQ(panes().at(0).report()->chains, 300u);
  EXPECT_EQ(panes().at(1).report()->chains, 30u);
  EXPECT_NEAR(panes().at(1).report()->band->high / panes().at(0).report()->band->high, 10, 4);
}

}  // namespace
}  // namespace ergo::live_own_conditions_test
