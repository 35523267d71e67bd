// What leaves and names the runs themselves: the menu on the picture, trajectories of all panes, the state's
// hash, bookmarks.
#include <QCheckBox>
#include <QLabel>
#include <QMenu>

#include "core/live/panes.h"
#include "core/npz/npz.h"
#include "tests/window/export/export_fixture.h"

namespace ergo::run_export_test {
namespace {

using What = ExportRequest::What;

class RunExportTest : public ExportWindowTest {
 protected:
  void go_to(std::uint64_t step) {
    panes().advance_to(static_cast<double>(step));
    ASSERT_TRUE(until([&] { return session().step() == step && player().at_rest(); }));
  }
};

TEST_F(RunExportTest, TrajectoriesOfAllRunsAreOneFileEach) {
  panes().add("hmc");
  frames(3);
  ASSERT_EQ(carry_out({.what = What::trajectory, .path = "t.npz", .steps = 4, .every = 2, .all_runs = true}),
            "");
  ASSERT_TRUE(until([&] { return QFile::exists(path("t.1-hmc.npz")); }));
  const auto draws = [&](const char* name) {
    return read_npz(path(name).toStdString()).arrays.at("draw_step").to_double();
  };
  EXPECT_EQ(draws("t.0-esh.npz"), (std::vector<double>{0, 20, 40}));
  EXPECT_EQ(draws("t.1-hmc.npz"), (std::vector<double>{0, 2, 4}));
}

TEST_F(RunExportTest, ARightClickOnThePictureOffersItsExports) {
  panes().add("mala");
  frames(3);
  ASSERT_EQ(panes().focus(), 1);
  QTest::mouseMove(&surface(), QPoint(200, 500));
  QTest::mouseClick(&surface(), Qt::RightButton, {}, QPoint(200, 500));
  QMenu* menu = nullptr;
  ASSERT_TRUE(until([&] { return (menu = window().findChild<QMenu*>("picture_menu")) != nullptr; }));
  frames(2);
  EXPECT_EQ(panes().focus(), 0) << "this run is the one under the pointer";
  QDir().mkpath(ERGO_BINARY_DIR "/screenshots");
  menu->grab().save(ERGO_BINARY_DIR "/screenshots/picture_menu.png");
  menu->findChild<QAction*>("export.trajectories")->trigger();
  menu->close();
  auto* dialog = window().findChild<ExportDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->request().what, What::trajectory);
  EXPECT_TRUE(dialog->request().all_runs);
  EXPECT_TRUE(dialog->findChild<QCheckBox*>("all_runs")->isVisible());
  dialog->grab().save(ERGO_BINARY_DIR "/screenshots/export_all_runs.png");
  dialog->close();
}

TEST_F(RunExportTest, TheStatusBarTellsTheStateOfARunThatStands) {
  auto* state = window().findChild<QLabel*>("state");
  ASSERT_TRUE(state);
  run_a_little();
  const auto shown = [&] { return state->text().toStdString(); };
  ASSERT_TRUE(until([&] { return !state->text().isEmpty(); }));
  EXPECT_EQ(shown(), "state " + session().state_hash());
  const std::string before = shown();
  key(Qt::Key_Right);
  ASSERT_TRUE(until([&] { return !state->text().isEmpty() && shown() != before; }));
  EXPECT_EQ(shown(), "state " + session().state_hash());
  panes().running = true;
  frames(3);
  EXPECT_EQ(shown(), "");
}

/// What a plot has of the first run, by step.
std::map<double, double> curve(const Plot& plot) {
  std::map<double, double> values;
  for (const CurvePoint& value : plot.series(0).values()) values[value.at.steps] = value.value;
  return values;
}

TEST_F(RunExportTest, CurvesOfAReopenedSessionAreThoseOfTheRun) {
  pause();
  go_to(64);
  panes().assign({{"sampler.step_size", "0.05"}});
  panes().end_edit();
  go_to(96);
  go_to(200);
  const std::string id = window().plots().find("mmd2") ? "mmd2" : "energy";
  const auto plot = [&] { return window().plots().find(QString::fromStdString(id)); };
  const auto live = curve(*plot());
  window().files().save_session(path("s.json"));
  window().open_preset(1);
  frames(4);
  picture().presenter().make_current();
  window().files().open_session(path("s.json"));
  EXPECT_EQ(session().step(), 200u);
  settle();
  EXPECT_EQ(plot()->marks(), 1);
  const auto reopened = curve(*plot());
  for (const double step : {0., 64., 96., 200.}) {
    ASSERT_TRUE(live.contains(step) && reopened.contains(step)) << step;
    EXPECT_EQ(reopened.at(step), live.at(step)) << step;
  }
  EXPECT_GE(reopened.size(), 32u);  // of 200 steps every fourth, at least
  EXPECT_EQ(window().report()->step, 200u);
}

TEST_F(RunExportTest, CurvesOfAReopenedSessionHaveItsEarlierSamplers) {
  pause();
  go_to(40);
  panes().assign({{"sampler", "mala"}});
  panes().end_edit();
  go_to(100);
  window().files().save_session(path("s.json"));
  picture().presenter().make_current();
  window().files().open_session(path("s.json"));
  settle();
  const auto reopened = curve(*window().plots().find("mmd2"));
  ASSERT_FALSE(reopened.empty());
  EXPECT_EQ(reopened.begin()->first, 0);
  EXPECT_TRUE(reopened.contains(40));
  EXPECT_EQ(reopened.rbegin()->first, 100);
}

TEST_F(RunExportTest, BookmarksAreSavedWithTheSession) {
  run_a_little();
  key(Qt::Key_B, Qt::ControlModifier);
  const double there = panes().clock();
  window().files().save_session(path("s.json"));
  auto* scrub = window().findChild<ScrubBar*>("scrub");
  EXPECT_EQ(load_preset(path("s.json").toStdString()).bookmarks, std::vector<double>{there});
  window().open_preset(0);
  frames(4);
  EXPECT_TRUE(scrub->bookmarks().empty());
  window().files().open_session(path("s.json"));
  frames(4);
  EXPECT_EQ(scrub->bookmarks(), std::set<double>{there});
}

}  // namespace
}  // namespace ergo::run_export_test
