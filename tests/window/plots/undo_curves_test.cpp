// The plots' curves after edits that no curve survives: taken back and made again, they are there again.
#include <qcustomplot.h>

#include <algorithm>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>

#include "tests/window/window_fixture.h"

namespace ergo::undo_curves_test {
namespace {

class UndoCurvesTest : public WindowTest {
 protected:
  struct Curve {
    std::vector<std::string> values;  // gradients, value, error, sampler
    std::vector<double> marks;
    bool operator==(const Curve&) const = default;
  };
  using Curves = std::map<std::string, std::vector<Curve>>;
  /// What is recorded of each run, by quantity, to the last bit.
  Curves curves() {
    Curves all;
    for (const auto& [subject, runs] : window().plots().past().quantities)
      for (const PlotSeries::Past& run : runs) {
        Curve& curve = all[subject.id.toStdString()].emplace_back();
        for (const auto& v : run.values) {
          std::ostringstream words;
          words << std::setprecision(17) << v.at.gradients << " " << v.value << " " << v.error << " "
                << run.samplers.at(static_cast<std::size_t>(v.sampler));
          curve.values.push_back(words.str());
        }
        for (const Moment& at : run.marks) curve.marks.push_back(at.gradients);
      }
    // Whether a quantity that none of the runs ever had a value of has a plot is of no account.
    std::erase_if(all, [](const auto& plot) {
      return std::ranges::all_of(plot.second, [](const Curve& curve) { return curve.values.empty(); });
    });
    return all;
  }
  /// Empty where they are the same. A curve without any value takes that of the report made anew where the
  /// run stands.
  static std::string difference(const Curves& found, const Curves& wanted) {
    std::ostringstream words;
    Curves all = found;
    all.insert(wanted.begin(), wanted.end());
    for (const auto& [id, runs] : all) {
      const auto of = [&id](const Curves& curves) {
        return curves.contains(id) ? curves.at(id) : std::vector<Curve>();
      };
      std::vector<Curve> a = of(found), b = of(wanted);
      a.resize(std::max(a.size(), b.size()));
      b.resize(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i] || (b[i].values.empty() && a[i].values.size() == 1)) continue;
        words << id << ", run " << i << ": " << a[i].values.size() << " values and " << a[i].marks.size()
              << " marks for " << b[i].values.size() << " and " << b[i].marks.size();
        const auto [x, y] = std::ranges::mismatch(a[i].values, b[i].values);
        if (x != a[i].values.end()) words << "; first " << *x;
        if (y != b[i].values.end()) words << "; wanted " << *y;
        words << "\n";
      }
    }
    return words.str();
  }
  /// Until the reports of the present steps are there.
  void rest() {
    ASSERT_TRUE(until([&] {
      for (int i = 0; i < panes().count(); ++i)
        if (!panes().at(i).at_rest()) return false;
      return true;
    }));
    frames(2);
  }
  void run_on(std::size_t reports) {
    const Plot& plot = *window().plots().find("mmd2");
    const auto has = [&](int run) { return static_cast<std::size_t>(plot.series(run).points()); };
    std::vector<std::size_t> wanted;
    for (int i = 0; i < plot.runs(); ++i) wanted.push_back(has(i) + reports);
    panes().running = true;
    ASSERT_TRUE(until([&] {
      for (int i = 0; i < plot.runs(); ++i)
        if (has(i) < wanted[static_cast<std::size_t>(i)]) return false;
      return true;
    }));
    panes().running = false;
    frames(2);
    rest();
  }
  void undo() {
    key(Qt::Key_Z, Qt::ControlModifier);
    rest();
  }
  void redo() {
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
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
  void edit(const Assignment& assignment) {
    panes().assign({assignment});
    panes().end_edit();
    frames(2);
  }
};

TEST_F(UndoCurvesTest, ComeBackWithAPaneTakenAwayAndGoWithOneTakenBack) {
  panes().add("nose_hoover");
  panes().add("mala");
  frames(2);
  run_on(5);
  const auto before = curves();
  ASSERT_EQ(before.at("mmd2").size(), 3u);
  for (const Curve& curve : before.at("mmd2")) ASSERT_GE(curve.values.size(), 5u);
  for (const auto& [pressed, modifiers] : {std::pair{Qt::Key_W, Qt::KeyboardModifiers(Qt::ControlModifier)},
                                           std::pair{Qt::Key_D, Qt::KeyboardModifiers(Qt::ControlModifier)},
                                           std::pair{Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier}})
    for (const int focus : {0, 1, 2}) {
      SCOPED_TRACE(QKeySequence(pressed | modifiers).toString().toStdString() + " of " +
                   std::to_string(focus));
      panes().set_focus(focus);
      key(pressed, modifiers);
      rest();
      ASSERT_NE(panes().count(), 3);
      expect_undone_and_redone(before);
    }
  panes().add("ula");
  frames(2);
  run_on(3);
  undo();
  EXPECT_EQ(difference(curves(), before), "");
}

TEST_F(UndoCurvesTest, ComeBackWithARunThatWasBegunAnew) {
  pause();
  edit({"sampler", "hmc"});
  panes().restart();
  run_on(3);
  edit({"sampler", "esh"});
  run_on(3);
  const auto before = curves();
  ASSERT_EQ(before.at("mmd2").front().marks.size(), 1u);
  for (const Assignment& anew : {Assignment{"chains", "300"}, Assignment{"seed", "7"},
                                 Assignment{"start", "normal"}, Assignment{"start.index", "1"}}) {
    SCOPED_TRACE(anew.path);
    edit(anew);
    run_on(2);
    ASSERT_NE(difference(curves(), before), "");
    expect_undone_and_redone(before);
  }
  key(Qt::Key_R, Qt::ShiftModifier);
  run_on(2);
  undo();
  EXPECT_EQ(difference(curves(), before), "");
  run_on(1);
  for (const auto& [id, runs] : before) {
    const auto& values = runs.front().values;
    const auto longer = curves().at(id).front().values;
    ASSERT_GE(longer.size(), values.size()) << id;
    EXPECT_TRUE(std::equal(values.begin(), values.end(), longer.begin())) << id << " goes on from there";
  }
}

// Beginning anew is no edit itself. What was edited before can be taken back, to where the run stood then;
// there it is reported anew.
TEST_F(UndoCurvesTest, ComeBackAsFarAsTheRunHadComeBeforeItsEdit) {
  pause();
  run_on(4);
  const auto on_the_way = [this, here = std::to_string(session().step())] {
    Curves all = curves();
    for (auto& [id, runs] : all)
      std::erase_if(runs.front().values,
                    [&](const std::string& value) { return value.starts_with(here + " "); });
    std::erase_if(all, [](const auto& plot) { return plot.second.front().values.empty(); });
    return all;
  };
  const auto before = on_the_way();
  ASSERT_GE(before.at("mmd2").front().values.size(), 3u);
  edit({"sampler", "hmc"});
  run_on(3);
  key(Qt::Key_R);
  run_on(2);
  undo();
  EXPECT_EQ(difference(on_the_way(), before), "");
}

TEST_F(UndoCurvesTest, ComeBackOfSamplersThatNoRunHasAnyMore) {
  pause();
  run_on(3);
  edit({"sampler", "hmc"});
  run_on(3);
  const auto before = curves();
  ASSERT_TRUE(before.contains("esh_kinetic_energy_gained"));
  edit({"seed", "7"});
  run_on(1);
  edit({"sampler", "ula"});  // its plots are the only ones now
  run_on(1);
  undo();
  undo();
  EXPECT_EQ(difference(curves(), before), "");
  edit({"sampler", "esh"});
  const auto gained = [&] { return window().plots().find("esh_kinetic_energy_gained"); };
  ASSERT_TRUE(until([&] { return gained() != nullptr; }));
  EXPECT_GE(gained()->points(), 3);
}

TEST_F(UndoCurvesTest, OfAPaneTakenAwayAtRestNothingStays) {
  panes().add("mala");
  frames(2);
  run_on(4);
  const auto mala = curves();
  const auto words = [&] { return window().plots().find("mmd2")->told(); };
  ASSERT_EQ(panes().focus(), 1);
  const QString told = words();
  panes().set_focus(0);
  ASSERT_TRUE(until([&] { return words() != told; }));  // numbers are told a few times a second
  std::map<QString, int> replots;
  for (const Plot* plot : window().plots().all())
    QObject::connect(&const_cast<Plot*>(plot)->canvas(), &QCustomPlot::afterReplot, &window(),
                     [&replots, id = plot->subject().id] { ++replots[id]; });
  key(Qt::Key_W, Qt::ControlModifier);
  QApplication::processEvents();
  ASSERT_EQ(panes().count(), 1);
  ASSERT_FALSE(panes().running);
  std::set<std::string> of_mala;
  for (const Quantity& quantity : plotted_quantities(session().sampler_descriptor()))
    of_mala.insert(quantity.id);
  for (Plot* plot : window().plots().all()) {
    const std::string id = plot->subject().id.toStdString();
    SCOPED_TRACE(id);
    EXPECT_TRUE(of_mala.contains(id)) << "a plot of the run that is gone";
    ASSERT_EQ(plot->runs(), 1);
    EXPECT_EQ(plot->shown_runs().front().sampler, "mala");
    if (const auto kept = mala.find(id); kept != mala.end()) {
      EXPECT_TRUE((curves().contains(id) ? curves().at(id).front() : Curve()) == kept->second.at(1));
    }
    if (plot->isVisible()) {
      EXPECT_GE(replots[plot->subject().id], 1);
    }
  }
  EXPECT_FALSE(window().plots().find("esh_kinetic_energy_gained"));
  EXPECT_EQ(window().plots().find("mmd2")->told(), told);
  screenshot("pane_removed");
}

}  // namespace
}  // namespace ergo::undo_curves_test
