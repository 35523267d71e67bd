// Undo and redo of each kind of edit restore the runs bit for bit.
#include "window_fixture.h"

namespace ergo::undo_test {
namespace {

class UndoTest : public WindowTest {
 protected:
  struct Place {
    std::uint64_t step;
    std::string hash;
    Journal journal;
    RunConfig config;
    bool operator==(const Place&) const = default;
  };
  Place place() {
    return {session().step(), session().state_hash(), session().journal(), session().config()};
  }

  void run_to(std::uint64_t step) {
    panes().running = false;
    panes().advance_to(static_cast<double>(step));
    ASSERT_TRUE(until([&] { return session().step() == step; }));
  }

  /// A sampler with momenta and a thermostat, at rest in the course of its run.
  void begin() {
    panes().assign({{"sampler", "sgnht"}});
    panes().end_edit();
    panes().restart();
    run_to(150);
  }
};

TEST_F(UndoTest, UndoOfEachKindOfEditRestoresTheRun) {
  begin();
  const Place before = place();
  run_to(200);
  const Place future = place();
  for (const Assignment& edit :
       {Assignment{"sampler", "hmc"}, Assignment{"sampler.step_size", "0.03"}, Assignment{"target", "banana"},
        Assignment{"target.sd", "0.3"}, Assignment{"start", "normal"}, Assignment{"start.index", "1"},
        Assignment{"chains", "300"}, Assignment{"seed", "7"}, Assignment{"backend", "simd"},
        Assignment{"chain.5.momentum", "1 -2"}}) {
    SCOPED_TRACE(edit.path);
    panes().seek(150);
    frames(3);
    ASSERT_EQ(place(), before);
    ASSERT_NO_THROW(panes().assign({edit}));
    panes().end_edit();
    const Place edited = place();
    EXPECT_NE(edited, before);
    run_to(edited.step + 40);
    const Place edited_future = place();
    ASSERT_TRUE(panes().undo());
    EXPECT_EQ(place(), before);
    frames(3);
    EXPECT_EQ(place(), before) << "at rest, it stays";
    ASSERT_TRUE(panes().redo());
    run_to(edited_future.step);
    EXPECT_EQ(place(), edited_future);
    ASSERT_TRUE(panes().undo());
    run_to(200);
    EXPECT_EQ(place(), future);
  }
}

TEST_F(UndoTest, SuccessiveEditsAreUndoneOneByOne) {
  begin();
  std::vector<Place> places;
  for (const Assignment& edit :
       {Assignment{"sampler.step_size", "0.03"}, Assignment{"sampler", "esh"}, Assignment{"chains", "300"},
        Assignment{"sampler", "ula"}, Assignment{"target.sd", "0.3"}, Assignment{"seed", "3"}}) {
    places.push_back(place());
    panes().assign({edit});
    panes().end_edit();
    run_to(session().step() + 70);
  }
  for (auto before = places.rbegin(); before != places.rend(); ++before) {
    ASSERT_TRUE(panes().undo());
    EXPECT_EQ(place(), *before);
  }
  for (const Place& after : places) {
    EXPECT_EQ(session().config(), after.config);
    ASSERT_TRUE(panes().redo());
  }
  EXPECT_EQ(session().config().seed, 3u);
  EXPECT_FALSE(panes().redo());
}

TEST_F(UndoTest, ARunBegunAnewIsTakenBackToBeforeItsEditToo) {
  begin();
  const Place before = place();
  panes().assign({{"sampler.step_size", "0.03"}});
  run_to(400);
  key(Qt::Key_R);
  run_to(30);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(place(), before);
}

TEST_F(UndoTest, RunsSideBySideStandTogether) {
  panes().add("hmc");
  panes().running = false;
  panes().advance_to(300);
  frames(8);
  const auto hashes = [&] {
    return std::pair(panes().at(0).session().state_hash(), panes().at(1).session().state_hash());
  };
  const auto before = hashes();
  const double clock = panes().clock();
  for (const Assignment& edit :
       {Assignment{"sampler", "ula"}, Assignment{"target", "banana"}, Assignment{"seed", "9"},
        Assignment{"sessions.0.sampler.step_size", "0.2"}}) {
    panes().assign({edit});
    panes().end_edit();
    panes().advance_to(panes().clock() + 100);
    frames(8);
    ASSERT_NE(hashes(), before) << edit.path;
    ASSERT_TRUE(panes().undo());
    EXPECT_EQ(hashes(), before) << edit.path;
    EXPECT_EQ(panes().clock(), clock) << edit.path;
  }
}

}  // namespace
}  // namespace ergo::undo_test
