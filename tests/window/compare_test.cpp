// Runs side by side: shared settings, settings of each run, and their common pace.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>

#include "core/base/error.h"
#include "core/lanes/simd_backend.h"
#include "core/run/comparison.h"
#include "core/settings/preset_edit.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/numbers.h"
#include "widgets/panels/readout_lines.h"

namespace ergo::compare_test {
namespace {

class CompareTest : public WindowTest {
 protected:
  void run_beside(const QString& sampler) {
    QMenu* menu = window().findChild<QMenu*>("run_beside");
    ASSERT_TRUE(menu);
    emit menu->aboutToShow();
    QAction* action = menu->findChild<QAction*>("beside." + sampler);
    ASSERT_TRUE(action) << sampler.toStdString();
    action->trigger();
    frames(4);
  }
  int plots_runs() { return window().plots().runs(); }
  double gradients(int pane) { return panes().at(pane).gradient_evaluations(); }
};

TEST_F(CompareTest, RunsShareAllButTheSamplerAndKeepEqualGradients) {
  run_beside("hmc");
  run_beside("rwm");
  ASSERT_EQ(panes().count(), 3);
  ASSERT_TRUE(until([&] { return gradients(0) >= 100; }));
  panes().running = false;
  frames(2);
  EXPECT_EQ(gradients(0), gradients(1));  // ten leapfrog steps in a step of HMC
  EXPECT_EQ(gradients(0), gradients(2));
  EXPECT_EQ(panes().at(0).session().step(), 10 * panes().at(1).session().step());
  for (int i = 0; i < 3; ++i) {
    RunConfig config = panes().at(i).session().config();
    config.sampler = panes().at(0).session().config().sampler;
    EXPECT_EQ(config, panes().at(0).session().config()) << i;
  }
  screenshot("compare_three");
}

// Adding a run, duplicating one and taking one off are edits like others: undone, all runs stand as they did.
TEST_F(CompareTest, UndoBringsRunsBack) {
  ASSERT_TRUE(until([&] { return session().step() >= 20; }));
  pause();
  const auto hashes = [&] {
    std::vector<std::string> all;
    for (int i = 0; i < panes().count(); ++i) all.push_back(panes().at(i).session().state_hash());
    return all;
  };
  panes().assign({{"sampler.step_size", "0.07"}});
  frames(3);
  const auto alone = hashes();
  run_beside("hmc");
  key(Qt::Key_Right);
  const auto beside = hashes();
  key(Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(panes().count(), 3);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(hashes(), beside);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(hashes(), alone);
  EXPECT_EQ(plots_runs(), 1);
  key(Qt::Key_Z, Qt::ControlModifier);  // the edit before it
  EXPECT_NE(sampler_value("step_size"), 0.07);
  key(Qt::Key_Y, Qt::ControlModifier);
  EXPECT_EQ(sampler_value("step_size"), 0.07);
  key(Qt::Key_Y, Qt::ControlModifier);
  EXPECT_EQ(panes().count(), 2);
  EXPECT_EQ(hashes(), beside);
  EXPECT_EQ(panes().at(1).session().config().sampler.id, "hmc");
  key(Qt::Key_W, Qt::ControlModifier);
  EXPECT_EQ(panes().count(), 1);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(hashes(), beside);
  EXPECT_EQ(plots_runs(), 2);
}

TEST_F(CompareTest, StepsForwardAndBackBitForBit) {
  run_beside("hmc");
  ASSERT_TRUE(until([&] { return gradients(1) >= 60; }));
  pause();
  key(Qt::Key_Right);
  const double clock = panes().clock();
  std::vector<std::string> hashes;
  for (int i = 0; i < 2; ++i) hashes.push_back(panes().at(i).session().state_hash());
  key(Qt::Key_Left);
  EXPECT_EQ(panes().clock(), clock - 10);
  key(Qt::Key_Right);
  EXPECT_EQ(panes().clock(), clock);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(panes().at(i).session().state_hash(), hashes[i]) << i;
}

TEST_F(CompareTest, TheSameRunsWithoutAWindowStandWhereThePanesDo) {
  run_beside("hmc");
  ASSERT_TRUE(until([&] { return gradients(1) >= 60; }));
  pause();
  panes().assign({{"sessions.0.sampler.step_size", "0.05"}});
  key(Qt::Key_Right);
  key(Qt::Key_Right);
  ASSERT_TRUE(until([&] { return arrived(); }));
  picture().presenter().make_current();
  Comparison::Sessions sessions;
  for (const PresetSession& run : runs_of(panes().saved({})))
    sessions.push_back(std::make_unique<Session>(
        run.config, [](BackendKind) { return std::make_unique<SimdBackend>(); }, run.journal));
  Comparison again(std::move(sessions), panes().pace());
  again.advance(static_cast<std::uint64_t>(panes().clock() / panes().unit()));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(again.session(i).state_hash(), panes().at(i).session().state_hash()) << i;
}

TEST_F(CompareTest, AnEditOfTheSamplerIsOneOfThePaneInFocus) {
  key(Qt::Key_D, Qt::ControlModifier);
  ASSERT_EQ(panes().count(), 2);
  ASSERT_EQ(panes().focus(), 1);
  panes().assign({{"sampler.step_size", "0.02"}, {"target.sd", "0.1"}});
  frames(4);
  const auto step_size = [&](int pane) {
    const Session& session = panes().at(pane).session();
    return parameter(session.config().sampler, session.sampler_descriptor(), "step_size");
  };
  EXPECT_EQ(step_size(0), 0.1);
  EXPECT_EQ(step_size(1), 0.02);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(
        parameter(panes().at(i).session().config().target, panes().at(i).session().target_descriptor(), "sd"),
        0.1);
  panes().assign({{"sessions.0.sampler.step_size", "0.03"}});
  EXPECT_EQ(step_size(0), 0.03);
  EXPECT_THROW(panes().assign({{"sessions.2.sampler.step_size", "0.03"}}), Error);
  EXPECT_TRUE(panes().undo());
  EXPECT_EQ(step_size(0), 0.1);
  EXPECT_TRUE(panes().undo());
  EXPECT_EQ(step_size(1), 0.1);
  EXPECT_TRUE(panes().redo());
  EXPECT_EQ(step_size(1), 0.02);
}

TEST_F(CompareTest, ChainsAndStartAreSetForAllRunsOrForTheOneInFocus) {
  key(Qt::Key_D, Qt::ControlModifier);
  pause();
  window().resize(1900, 1000);  // cells with room for the panel
  frames(4);
  picture().panel().fold(false);
  frames(4);
  const auto chains = [&](int pane) { return panes().at(pane).session().config().chains; };
  auto* field = window().findChild<QLineEdit*>("chains");
  const auto type_chains = [&](const char* number) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, number);
    QTest::keyClick(field, Qt::Key_Return);
    frames(4);
  };
  type_chains("200");
  EXPECT_EQ(chains(0), 200u);
  EXPECT_EQ(chains(1), 200u);
  click(control("runs.this"));
  type_chains("60");
  EXPECT_EQ(chains(0), 200u);
  EXPECT_EQ(chains(1), 60u);
  screenshot("compare_chains");
  const QPointF at = picture().cells().corner(1) + QPointF(picture().cells().size().width() - 80, 700);
  QTest::mouseDClick(&surface(), Qt::LeftButton, {}, at.toPoint());  // which does not release the button
  QTest::mouseRelease(&surface(), Qt::LeftButton, {}, at.toPoint());
  frames(4);
  EXPECT_NE(panes().at(0).session().config().start, panes().at(1).session().config().start);
  key(Qt::Key_Z, Qt::ControlModifier);
  frames(6);  // the panel has moved, as the titles are shorter again
  EXPECT_EQ(panes().at(0).session().config().start, panes().at(1).session().config().start);
  click(control("runs.all"));
  type_chains("90");
  EXPECT_EQ(chains(0), 90u);
  EXPECT_EQ(chains(1), 90u);
}

TEST_F(CompareTest, PanesAndPlotsTellHowTheRunsDiffer) {
  open({.preset = load_preset("classroom-5-stuck")});  // with 500 chains in the first
  EXPECT_TRUE(picture().panel().alone()) << "the runs differ already";
  Plot* plot = window().plots().find("occupancy_tv");
  ASSERT_TRUE(plot);
  for (const auto& [pane, words] : {std::pair{0, "start: mode, 500 chains"},
                                    {1, "start: normal, 4 chains"},
                                    {2, "start: mode, 400 chains"}}) {
    EXPECT_EQ(plot->series(pane).name().toStdString(), std::string("MALA, ") + words);
    const auto colour = [&](int of) { return plot->shown_runs()[static_cast<std::size_t>(of)].colour; };
    EXPECT_NE(colour(pane), colour((pane + 1) % 3));
  }
  // The grey band is that of the run in focus, and says so.
  for (const int pane : {0, 1}) {
    panes().set_focus(pane);
    const QString of = QString("%1 chains").arg(panes().at(pane).session().config().chains);
    EXPECT_TRUE(until([&] { return plot->legend().endsWith(of); })) << plot->legend().toStdString();
  }
  screenshot("compare_stuck");
}

TEST_F(CompareTest, AClickPutsAPaneInFocusAndItsPanelThere) {
  run_beside("ula");
  const QPointF left = picture().cells().corner(0) + QPointF(100, 300);
  const QPointF right = picture().cells().corner(1) + QPointF(100, 300);
  click(left);
  EXPECT_EQ(panes().focus(), 0);
  click(right);
  EXPECT_EQ(panes().focus(), 1);
  key(Qt::Key_F6);
  EXPECT_EQ(panes().focus(), 0);
}

TEST_F(CompareTest, PlotsHaveACurveForEachRunAndKeepGhosts) {
  run_beside("ula");
  Plot* plot = window().plots().find("mmd2");
  ASSERT_TRUE(plot);
  ASSERT_EQ(plot->runs(), 2);
  ASSERT_TRUE(until([&] { return plot->series(0).points() >= 3 && plot->series(1).points() >= 3; }));
  const QString reading = plot->reading(gradients(0));
  EXPECT_TRUE(reading.contains("ESH") && reading.contains("ULA")) << reading.toStdString();
  EXPECT_EQ(reading.count(QString::fromUtf8(" ± ")), 2) << reading.toStdString();
  key(Qt::Key_G);
  EXPECT_EQ(plot->ghosts(), 2);
  key(Qt::Key_W, Qt::ControlModifier);
  EXPECT_EQ(panes().count(), 1);
  EXPECT_EQ(plot->runs(), 1);
  key(Qt::Key_G, Qt::ShiftModifier);
  EXPECT_EQ(plot->ghosts(), 0);
}

TEST_F(CompareTest, PlotsCountStepsOrSeconds) {
  run_beside("hmc");
  Plot* plot = window().plots().find("energy");
  ASSERT_TRUE(until([&] { return plot->series(1).points() >= 3; }));
  pause();
  ASSERT_TRUE(until([&] {
    return panes().at(1).report() && panes().at(1).report()->step == panes().at(1).session().step();
  }));
  const auto end = [&](const char* axis) {
    window().plots().menu().findChild<QAction*>(axis)->trigger();
    return plot->series(1).end();
  };
  EXPECT_EQ(end("abscissa.steps"), static_cast<double>(panes().at(1).session().step()));
  EXPECT_GT(end("abscissa.seconds"), 0);
  EXPECT_EQ(end("abscissa.gradients"), gradients(1));
}

TEST_F(CompareTest, EachPaneTellsOfItsDivergedChains) {
  panes().open(load_preset("failure-divergence"));
  const auto told = [&](int pane) {
    const Player& player = panes().at(pane);
    const Readouts readouts = readouts_of(player, palette("dark"));
    return std::ranges::any_of(readouts.lines,
                               [](const auto& line) { return line.words.ends_with(" diverged"); });
  };
  ASSERT_TRUE(until([&] { return told(1); }));
  EXPECT_FALSE(told(0));
  screenshot("compare_diverged");
}

TEST_F(CompareTest, APresetOpensAComparisonAndSixIsTheMost) {
  ASSERT_GE(load_preset("esh-14-compare").beside.size(), 1u);
  panes().open(load_preset("esh-14-compare"));
  frames(4);
  EXPECT_EQ(panes().count(), 4);
  panes().duplicate();
  panes().duplicate();
  EXPECT_THROW(panes().duplicate(), Error);
  EXPECT_EQ(panes().count(), 6);
  frames(30);
  screenshot("compare_six");
}

TEST_F(CompareTest, ASeventhRunIsRefusedAndAllCurvesStay) {
  panes().open(load_preset("esh-14-compare"));
  const auto points = [&](int run) { return window().plots().find("mmd2")->series(run).points(); };
  ASSERT_TRUE(until([&] { return points(0) >= 3 && points(3) >= 3; }));
  panes().set_focus(1);
  for (int copies = 1; copies <= 2; ++copies) key(Qt::Key_D, Qt::ControlModifier);
  ASSERT_EQ(panes().count(), 6);
  pause();
  settle();
  std::vector<int> before;
  for (int run = 0; run < 6; ++run) {
    EXPECT_GE(points(run), 3) << run;
    before.push_back(points(run));
  }
  key(Qt::Key_D, Qt::ControlModifier);
  EXPECT_NE(picture().toast_words().find("'7'; legal: 1 to 6"), std::string::npos) << picture().toast_words();
  run_beside("hmc");
  EXPECT_EQ(panes().count(), 6);
  ASSERT_EQ(plots_runs(), 6);
  for (int run = 0; run < 6; ++run) EXPECT_GE(points(run), before[static_cast<std::size_t>(run)]) << run;
}

TEST_F(CompareTest, TheStatusBarCountsTheDivergedOfAllRuns) {
  panes().open(load_preset("failure-divergence"));
  const auto diverged = [&](int pane) {
    const DiagnosticReport* report = panes().at(pane).report();
    return report ? report->diverged : 0;
  };
  auto* cell = window().findChild<QLabel*>("diverged");
  ASSERT_TRUE(cell);
  ASSERT_TRUE(until([&] { return diverged(1) > 0; }));
  pause();
  settle();
  frames(2);
  const auto words = [](std::uint64_t count) { return QString::fromStdString(grouped(count)); };
  EXPECT_TRUE(cell->text().contains(words(diverged(0) + diverged(1)))) << cell->text().toStdString();
  EXPECT_TRUE(cell->toolTip().contains(": " + words(diverged(1)) + " of ")) << cell->toolTip().toStdString();
}

TEST_F(CompareTest, TheStatusBarTellsHowTheRunsGo) {
  panes().open(load_preset("failure-trapped"));
  auto* cell = window().findChild<QLabel*>("remarks");
  ASSERT_TRUE(cell);
  ASSERT_TRUE(until([&] { return cell->toolTip().contains("never left their starting mode"); }))
      << cell->toolTip().toStdString();
  EXPECT_TRUE(cell->toolTip().contains(": ")) << "the run is named: " << cell->toolTip().toStdString();
  EXPECT_FALSE(cell->text().isEmpty());
}

TEST_F(CompareTest, GhostsGoWithTheTarget) {
  Plot* plot = window().plots().find("mmd2");
  ASSERT_TRUE(until([&] { return plot->points() >= 3; }));
  key(Qt::Key_G);
  ASSERT_EQ(plot->ghosts(), 1);
  panes().assign({parse_assignment("sampler.step_size=0.2")});
  ASSERT_TRUE(until([&] { return plot->points() >= 3; }));
  EXPECT_EQ(plot->ghosts(), 1);
  panes().assign({parse_assignment("target=banana")});
  ASSERT_TRUE(until([&] { return window().plots().find("mmd2")->ghosts() == 0; }));
}

// Opened, a preset's runs have no past, whatever ran in their places before; brought back by undo, they have
// theirs.
TEST_F(CompareTest, OpenedRunsBeginTheirCurvesAnew) {
  const auto end = [&](int run) { return window().plots().find("mmd2")->series(run).end(); };
  const auto gone_on = [&] { return until([&] { return end(0) > 300 && end(panes().count() - 1) > 300; }); };
  run_beside("esh");
  ASSERT_TRUE(gone_on());
  panes().open(load_preset("esh-14-compare"));
  panes().running = false;
  for (int run = 0; run < panes().count(); ++run) EXPECT_EQ(end(run), 0) << run;
  panes().open(load_preset("default"));
  EXPECT_EQ(end(0), 0);
  panes().running = true;
  ASSERT_TRUE(until([&] { return end(0) > 100; }));
  panes().running = false;
  frames(2);
  settle();
  const double past = end(0);
  run_beside("hmc");
  panes().running = true;
  ASSERT_TRUE(gone_on());
  panes().running = false;
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(panes().count(), 1);
  EXPECT_EQ(end(0), past);
}

}  // namespace
}  // namespace ergo::compare_test
