// Undo brings back the curves of runs too, after edits that end them. Nothing here has a window.
#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

#include "core/base/error.h"
#include "core/config/edit_words.h"
#include "tests/live/panes_fixture.h"

namespace ergo::undo_test {
namespace {

class UndoTest : public PanesTest {
 protected:
  struct Recorded {
    std::vector<std::string> points;  // gradients, value, error, sampler
    std::vector<double> marks;
    bool operator==(const Recorded&) const = default;
  };
  /// Of each run, by quantity.
  using Curves = std::map<std::string, std::vector<Recorded>>;

  /// What is recorded of each run, to the last bit.
  Curves curves() {
    Curves all;
    const auto histories = panes().histories();
    for (std::size_t run = 0; run < histories.size(); ++run)
      for (const auto& [quantity, curve] : histories[run]->curves()) {
        std::vector<Recorded>& runs = all[quantity];
        runs.resize(histories.size());
        for (const CurvePoint& point : curve.points) {
          std::ostringstream words;
          words << std::setprecision(17) << point.at.gradients << " " << point.value << " " << point.error << " "
                << histories[run]->sampler(point.sampler);
          runs[run].points.push_back(words.str());
        }
        for (const Moment& at : histories[run]->marks()) runs[run].marks.push_back(at.gradients);
      }
    return all;
  }
  /// Empty where they are the same. A curve without any point may have gained that of the report made anew
  /// where the run stands.
  static std::string difference(const Curves& found, const Curves& wanted) {
    std::ostringstream words;
    Curves all = found;
    all.insert(wanted.begin(), wanted.end());
    for (const auto& [id, runs] : all) {
      const auto of = [&quantity = id](const Curves& curves) {
        return curves.contains(quantity) ? curves.at(quantity) : std::vector<Recorded>();
      };
      std::vector<Recorded> a = of(found), b = of(wanted);
      a.resize(std::max(a.size(), b.size()));
      b.resize(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].points.empty() && b[i].points.empty()) continue;
        if (a[i] == b[i] || (b[i].points.empty() && a[i].points.size() == 1)) continue;
        words << id << ", run " << i << ": " << a[i].points.size() << " points and " << a[i].marks.size()
              << " marks for " << b[i].points.size() << " and " << b[i].marks.size();
        const auto [x, y] = std::ranges::mismatch(a[i].points, b[i].points);
        if (x != a[i].points.end()) words << "; first " << *x;
        if (y != b[i].points.end()) words << "; wanted " << *y;
        words << "\n";
      }
    }
    return words.str();
  }
  void undo() {
    EXPECT_TRUE(panes().undo());
    rest();
  }
  void redo() {
    EXPECT_TRUE(panes().redo());
    rest();
  }
  /// Taken back, made again as the curves are now, and taken back.
  void expect_undone_and_redone(const Curves& before) {
    const Curves after = curves();
    undo();
    EXPECT_EQ(difference(curves(), before), "");
    redo();
    EXPECT_EQ(difference(curves(), after), "");
    undo();
    EXPECT_EQ(difference(curves(), before), "");
  }
};

TEST_F(UndoTest, RestoresCurvesOfARemovedPaneAndRemovesThoseOfAnAddedOne) {
  panes().add("nose_hoover");
  panes().add("mala");
  run_on(5);
  const auto before = curves();
  ASSERT_EQ(before.at("energy").size(), 3u);
  for (const Recorded& curve : before.at("energy")) ASSERT_GE(curve.points.size(), 5u);
  for (const auto& [name, edit_panes] :
       {std::pair{"remove", &Panes::remove}, {"duplicate", &Panes::duplicate}, {"single", &Panes::keep_focused}})
    for (const int focus : {0, 1, 2}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(focus));
      panes().set_focus(focus);
      (panes().*edit_panes)();
      rest();
      ASSERT_NE(panes().count(), 3);
      expect_undone_and_redone(before);
    }
  panes().add("ula");
  run_on(3);
  undo();
  EXPECT_EQ(difference(curves(), before), "");
}

TEST_F(UndoTest, ACopyOfARunHasItsCurves) {
  run_on(3);
  panes().duplicate();
  const Curves both = curves();
  for (const auto& [quantity, runs] : both) EXPECT_EQ(runs.at(0), runs.at(1)) << quantity;
  EXPECT_GE(both.at("energy").at(1).points.size(), 3u);
}

TEST_F(UndoTest, RestoresCurvesOfARunThatBeganAnew) {
  edit({"sampler", "hmc"});
  panes().restart();
  run_on(3);
  edit({"sampler", "esh"});
  run_on(3);
  const auto before = curves();
  ASSERT_EQ(before.at("energy").front().marks.size(), 1u);
  for (const Assignment& anew : {Assignment{"chains", "200"}, Assignment{"seed", "7"}, Assignment{"start", "normal"},
                                 Assignment{"start.index", "1"}}) {
    SCOPED_TRACE(anew.path);
    edit(anew);
    run_on(2);
    ASSERT_NE(difference(curves(), before), "");
    expect_undone_and_redone(before);
  }
  const RunHistory rested = *panes().histories().front();
  run_on(1);
  const RunHistory longer = *panes().histories().front();
  for (const auto& [quantity, curve] : rested.curves()) {
    SCOPED_TRACE(quantity);
    auto points = curve.points;
    std::erase_if(points, [](const CurvePoint& point) { return point.at_rest; });
    std::size_t kept = 0;
    for (const CurvePoint& point : longer.curve(quantity).points)
      kept += std::ranges::any_of(points, [&point](const CurvePoint& other) {
        return other.at.gradients == point.at.gradients && other.value == point.value;
      });
    EXPECT_GE(2 * kept, points.size()) << "all, or every second one where the spacing has doubled";
  }
}

// A restart is no edit. The edit before it can be taken back, to where the run stood then; there it is
// reported anew.
TEST_F(UndoTest, RestoresCurvesUpToTheEditOfARunThatWasRestarted) {
  run_on(4);
  const auto on_the_way = [this, here = std::to_string(session().step())] {
    Curves all = curves();
    for (auto& [quantity, runs] : all)
      std::erase_if(runs.front().points, [&](const std::string& point) { return point.starts_with(here + " "); });
    return all;
  };
  const auto before = on_the_way();
  ASSERT_GE(before.at("energy").front().points.size(), 3u);
  edit({"sampler", "hmc"});
  run_on(3);
  panes().restart();
  run_on(2);
  undo();
  EXPECT_EQ(difference(on_the_way(), before), "");
}

TEST_F(UndoTest, RestoresCurvesOfEarlierSamplers) {
  run_on(3);
  edit({"sampler", "hmc"});
  run_on(3);
  const auto before = curves();
  ASSERT_TRUE(before.contains("esh_kinetic_energy_gained"));
  edit({"seed", "7"});
  run_on(1);
  edit({"sampler", "ula"});
  run_on(1);
  undo();
  undo();
  EXPECT_EQ(difference(curves(), before), "");
}

TEST_F(UndoTest, KeptCurvesStayUntilTheTargetChanges) {
  run_on(3);
  panes().keep_curves({"before"});
  const auto kept = [this] { return panes().kept_curves(); };
  const std::size_t points = kept().at(0).history->curve("energy").points.size();
  edit({"sampler.step_size", "0.2"});
  run_on(2);
  ASSERT_EQ(kept().size(), 1u);
  EXPECT_EQ(kept().at(0).history->curve("energy").points.size(), points);
  edit({"target", "banana"});
  EXPECT_TRUE(kept().empty());
}

// Legal for the first run, not for the second: neither is changed.
TEST_F(UndoTest, ARejectedEditLeavesAComparisonUntouched) {
  panes().add("mala");
  run_on(2);
  const auto before = states(panes());
  const auto configs = panes().configs();
  const auto recorded = curves();
  const std::vector<std::vector<Assignment>> rejected = {
      {{"sessions.0.sampler.step_size", "0.05"}, {"sessions.1.sampler.step_size", "-1"}},
      {{"target", "banana"}, {"sessions.1.sampler", "dula"}},
      {{"chains", "200"}, {"sessions.1.sampler.no_such", "1"}},
      {{"sessions.0.sampler.step_size", "0.05"}, {"sessions.7.sampler.step_size", "0.05"}},
      {{"seed", "3"}, {"start", "no_such"}}};
  for (const auto& edits : rejected) {
    SCOPED_TRACE(edits.back().path + "=" + edits.back().value);
    EXPECT_THROW(panes().assign(edits), Error);
    EXPECT_EQ(states(panes()), before);
    EXPECT_EQ(panes().configs(), configs);
    EXPECT_EQ(difference(curves(), recorded), "");
  }
}

// In words, oldest first, and as a way to any of its places.
TEST_F(UndoTest, TheHistoryOfEditsLeadsToEachOfItsPlaces) {
  const std::vector<Assignment> edits = {{"sampler", "hmc"}, {"sampler.step_size", "0.03"}, {"start", "normal"},
                                         {"chains", "200"}};
  std::vector<RunConfig> configs = {session().config()};
  for (const Assignment& each : edits) {
    edit(each);
    configs.push_back(session().config());
  }
  panes().add("ula");
  frame();
  const Panes::EditHistory history = panes().edit_history();
  ASSERT_EQ(history.made.size(), edits.size() + 1);
  for (std::size_t i = 0; i < edits.size(); ++i)
    EXPECT_TRUE(history.made[i].ends_with(edit_words(configs[i + 1], {edits[i]}))) << history.made[i];
  EXPECT_NE(history.made.back().find("Run beside"), std::string::npos);
  for (const std::size_t made : {std::size_t{0}, edits.size(), std::size_t{1}, std::size_t{3}, edits.size() + 9}) {
    const std::uint64_t revision = panes().edit_revision();
    panes().go_to_edit(made);
    frame();
    EXPECT_NE(panes().edit_revision(), revision);
    const Panes::EditHistory now = panes().edit_history();
    EXPECT_EQ(now.made.size(), std::min(made, history.made.size()));
    std::vector<std::string> all = now.made;
    all.insert(all.end(), now.taken_back.begin(), now.taken_back.end());
    EXPECT_EQ(all, history.made);
    EXPECT_EQ(panes().count(), made > edits.size() ? 2 : 1);
    if (made < configs.size()) {
      EXPECT_EQ(session().config(), configs[made]);
    }
  }
}

TEST_F(UndoTest, AnEditThatGoesOnIsOneEntryOfTheHistory) {
  panes().assign({{"sampler.step_size", "0.03"}});
  panes().assign({{"sampler.step_size", "0.04"}});
  panes().end_edit();
  ASSERT_EQ(panes().edit_history().made.size(), 1u);
  EXPECT_TRUE(panes().edit_history().made[0].ends_with("= 0.04"));
}

}  // namespace
}  // namespace ergo::undo_test
