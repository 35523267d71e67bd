// What leaves and names the runs themselves: the menu on the picture, trajectories of all panes, the state's
// hash, bookmarks.
#include <QCheckBox>
#include <QLabel>
#include <QMenu>

#include "core/io/npz.h"
#include "tests/window/export_fixture.h"
#include "widgets/panes.h"

namespace ergo {
namespace {

using What = ExportRequest::What;

class RunExportTest : public ExportWindowTest {};

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

TEST_F(RunExportTest, CurvesOfASavedSessionBeginWhereItStood) {
  run_a_little();
  settle();
  const auto step = session().step();
  ASSERT_GT(step, 0u);
  window().files().save_session(path("s.json"));
  window().open_preset(0);
  frames(4);
  window().files().open_session(path("s.json"));
  pause();
  settle();
  const Plot* energy = window().plots().find("energy");
  ASSERT_NE(energy, nullptr);
  ASSERT_TRUE(until([&] { return energy->points() > 0; }));
  EXPECT_GE(energy->series(0).values().front().at.steps, static_cast<double>(step));
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
}  // namespace ergo
