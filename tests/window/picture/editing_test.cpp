// The density is edited on the picture: its Gaussians are dragged, turned, widened, weighted, added and removed.
#include <QWheelEvent>

#include "core/config/own_density.h"
#include "core/config/other_space.h"
#include "tests/window/picture/edited_window.h"
#include "widgets/picture/mode_handles.h"

namespace ergo::editing_test {
namespace {

constexpr const char* three = "at -1.5 -1 sd 1.1 0.5 angle 30; 0.6 at 2 0.8 sd 0.6; 0.3 at -0.6 2.3 sd 0.9 0.3";

class EditingTest : public EditedWindow {
 protected:
  EditingTest() : EditedWindow("modes", {"target.gaussians", three}) {}

  ModeHandles handles() {
    return {picture().modes().modes(), picture().navigation(), picture().cells().size(), picture().bridge().factor()};
  }
  QPointF handle(std::size_t mode, ModeHandle::Part part = ModeHandle::centre) { return handles().place({part, mode}); }
  std::vector<GaussianMode> now() { return gaussians_of(session().config().target); }
  /// Of a length on the screen.
  double pixel() { return picture().navigation().camera().height / picture().cells().size().height(); }
  Position plane(QPointF way) { return pixel() * Position{way.x(), -way.y()}; }
  std::size_t begun_entries() {
    return static_cast<std::size_t>(std::ranges::count(session().journal(), false, &JournalEntry::goes_on));
  }
  void notch(QPointF at, int notches) {
    QTest::mouseMove(&surface(), at.toPoint());
    QWheelEvent event(at, surface().mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, {}, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&surface(), &event);
    frames(3);
  }
  void double_click(QPointF at) {
    QTest::mouseMove(&surface(), at.toPoint());
    QTest::mouseDClick(&surface(), Qt::LeftButton, {}, at.toPoint());
    frames(6);
  }
  std::string words() { return picture().toast_words(); }
};

TEST_F(EditingTest, ADragMovesAMode) {
  edit_mode();
  const RunConfig before = session().config();
  const std::vector<GaussianMode> list = now();
  const std::vector<Position> chains = places();
  const Camera camera = picture().navigation().camera();
  const QPointF from = handle(1), way(60, -45);
  drag(from, from + way);
  ASSERT_EQ(now().size(), 3u);
  EXPECT_NEAR(now()[1].centre.x, list[1].centre.x + plane(way).x, pixel()) << "the pointer is on a whole pixel";
  EXPECT_NEAR(now()[1].centre.y, list[1].centre.y + plane(way).y, pixel());
  EXPECT_EQ(now()[1].sd1, list[1].sd1);
  EXPECT_EQ(now()[0], list[0]);
  EXPECT_EQ(now()[2], list[2]);
  EXPECT_EQ(places(), chains) << "chains stay where they are";
  EXPECT_EQ(picture().navigation().camera(), camera) << "and so does the picture";
  EXPECT_EQ(edits(), 1u);
  EXPECT_EQ(begun_entries(), 1u);
  screenshot("editing");
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config(), before) << "one undo takes all of the drag back";
  EXPECT_EQ(places(), chains);
  EXPECT_TRUE(picture().editing());
  EXPECT_EQ(picture().modes().modes(), list);
}

TEST_F(EditingTest, ChainsKeepRunningWhileAModeMoves) {
  edit_mode();
  panes().running = true;
  const std::uint64_t step = session().step();
  const QPointF from = handle(0);
  drag(from, from + QPointF(80, 0));
  EXPECT_GT(session().step(), step + 5);
  EXPECT_EQ(edits(), 1u);
  EXPECT_EQ(begun_entries(), 1u) << "one edit, which goes on";
  ASSERT_GT(session().journal().size(), 1u);
  EXPECT_LT(session().journal().front().step, session().journal().back().step);
  pause();
  ASSERT_TRUE(until([&] { return arrived(); }));
  const std::string hash = session().state_hash();
  const std::uint64_t reached = session().step();
  session().rewind(0);
  session().rewind(reached);
  EXPECT_EQ(session().state_hash(), hash) << "and repeated to the last bit";
}

TEST_F(EditingTest, TwoDragsAreTwoEdits) {
  edit_mode();
  for (const QPointF way : {QPointF(50, 20), QPointF(-30, 10)}) drag(handle(0), handle(0) + way);
  EXPECT_EQ(edits(), 2u);
  EXPECT_EQ(begun_entries(), 2u);
}

TEST_F(EditingTest, TheFirstAxisTurnsAndTheSecondWidens) {
  edit_mode();
  const QPointF centre = handle(0), end = handle(0, ModeHandle::first) - centre;
  const GaussianMode before = now()[0];
  // A quarter turn counterclockwise and half as long again.
  drag(centre + end, centre + 1.5 * QPointF(end.y(), -end.x()));
  const double off = 2 * pixel() / before.sd1;  // of two places rounded to whole pixels
  EXPECT_NEAR(now()[0].sd1, 1.5 * before.sd1, off * before.sd1);
  EXPECT_NEAR(now()[0].angle, before.angle + 90 - 180, 60 * off) << "half a turn is the same mode";
  EXPECT_EQ(now()[0].sd2, before.sd2);
  EXPECT_EQ(now()[0].centre, before.centre);
  const GaussianMode turned = now()[0];
  const QPointF across = handle(0, ModeHandle::second) - centre;
  drag(centre + across, centre + 2 * across + QPointF(-across.y(), across.x()));
  EXPECT_NEAR(now()[0].sd2, 2 * turned.sd2, 3 * pixel());
  EXPECT_EQ(now()[0].angle, turned.angle);
  EXPECT_EQ(now()[0].sd1, turned.sd1);
  EXPECT_EQ(edits(), 2u);
}

TEST_F(EditingTest, TheWheelSetsAWeight) {
  edit_mode();
  const double height = picture().navigation().camera().height;
  for (int i = 0; i < 3; ++i) notch(handle(1), 1);
  EXPECT_NEAR(now()[1].weight, 0.6 * 1.15 * 1.15 * 1.15, 0.005);
  EXPECT_EQ(picture().navigation().camera().height, height) << "the picture stays as it is";
  EXPECT_EQ(edits(), 1u) << "notches one after the other are one edit";
  EXPECT_NE(picture().modes().numbers().find("weight 0.91"), std::string::npos) << picture().modes().numbers();
  ASSERT_TRUE(until([&] { return !picture().modes().busy(); }));
  frames(2);
  notch(handle(1), -1);
  EXPECT_EQ(edits(), 2u);
  notch(QPointF(40, picture().cells().size().height() / 2), 1);
  EXPECT_NE(picture().navigation().camera().height, height) << "beside the handles it zooms";
  EXPECT_EQ(edits(), 2u);
}

TEST_F(EditingTest, ADoubleClickAddsAMode) {
  edit_mode();
  const QPointF at(picture().cells().size().width() * 0.7, picture().cells().size().height() * 0.8);
  double_click(at);
  ASSERT_EQ(now().size(), 4u);
  const Position place = picture().navigation().to_plane(at, picture().cells().size());
  EXPECT_NEAR(now()[3].centre.x, place.x, pixel());
  EXPECT_NEAR(now()[3].centre.y, place.y, pixel());
  EXPECT_NEAR(now()[3].weight, 1.9 / 3, 0.005);
  EXPECT_EQ(session().config().start.id, load_preset("default").config.start.id) << "no chains are placed";
  EXPECT_GE(session().step(), 5u);
  EXPECT_EQ(edits(), 1u);
  double_click(handle(3));
  EXPECT_EQ(now().size(), 4u) << "on a handle there is a mode already";
}

TEST_F(EditingTest, ThereAreThirtyTwoAtMost) {
  std::string many = three;
  for (int k = 3; k < 32; ++k)
    many += "; at " + std::to_string(k % 7 - 3) + " " + std::to_string(k / 7 - 2) + " sd 0.2";
  panes().assign({{"target.gaussians", many}});
  edit_mode();
  double_click({40, picture().cells().size().height() / 2});
  EXPECT_EQ(now().size(), 32u);
  EXPECT_NE(words().find("32"), std::string::npos) << words();
}

TEST_F(EditingTest, DeleteRemovesAModeButNotTheLast) {
  key(Qt::Key_Delete);
  EXPECT_NE(words().find("E begins"), std::string::npos) << words();
  edit_mode();
  QTest::mouseMove(&surface(), QPoint(40, 300));
  frames(2);
  key(Qt::Key_Delete);
  EXPECT_NE(words().find("Point at"), std::string::npos) << words();
  for (int left = 2; left >= 1; --left) {
    QTest::mouseMove(&surface(), handle(0).toPoint());
    frames(3);
    key(Qt::Key_Delete);
    EXPECT_EQ(now().size(), static_cast<std::size_t>(left));
  }
  EXPECT_EQ(edits(), 2u);
  QTest::mouseMove(&surface(), handle(0).toPoint());
  frames(3);
  key(Qt::Key_Delete);
  EXPECT_EQ(now().size(), 1u);
  EXPECT_NE(words().find("The last Gaussian stays"), std::string::npos) << words();
}

TEST_F(EditingTest, EscapeEndsItBeforeItHidesTheOverlays) {
  edit_mode();
  key(Qt::Key_Escape);
  EXPECT_FALSE(picture().editing());
  EXPECT_TRUE(picture().interface_shown);
  const QPointF from = handle(0);
  drag(from, from + QPointF(50, 0));
  EXPECT_EQ(edits(), 0u) << "a drag moves the picture again";
  key(Qt::Key_Escape);
  EXPECT_FALSE(picture().interface_shown);
  key(Qt::Key_E);
  EXPECT_TRUE(picture().editing());
  EXPECT_TRUE(picture().interface_shown) << "handles are overlays";
  key(Qt::Key_E);
  EXPECT_FALSE(picture().editing());
}

TEST_F(EditingTest, AnotherTargetIsConvertedByOneEditAndItsChainsStay) {
  for (const char* target : {"ring8", "banana", "donut"}) {
    SCOPED_TRACE(target);
    panes().end_edit();
    panes().assign({{"target", target}});
    frames(3);
    const std::size_t made = edits();
    const RunConfig before = session().config();
    const std::vector<Position> chains = places();
    const auto energy = [&](Position x) { return session().target().evaluate(x).energy; };
    const double rise = energy({0.4, 0.1}) - energy({0.5, 0.2});
    key(Qt::Key_E);
    EXPECT_FALSE(picture().editing());
    EXPECT_NE(words().find(session().target_descriptor().title), std::string::npos) << words();
    ASSERT_FALSE(picture().toast().button().isEmpty());
    QTest::mouseMove(&surface(), picture().toast().button().center().toPoint());
    frames(2);
    click(picture().toast().button().center());
    ASSERT_TRUE(is_gaussians(session().config().target));
    EXPECT_TRUE(picture().editing());
    EXPECT_EQ(places(), chains);
    EXPECT_EQ(edits(), made + 1);
    EXPECT_EQ(now().size(), std::string(target) == "ring8" ? 8u : 1u);
    if (std::string(target) == "ring8") {
      EXPECT_NEAR(energy({0.4, 0.1}) - energy({0.5, 0.2}), rise, 1e-3);
    }
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(session().config(), before);
    EXPECT_FALSE(picture().editing());
  }
}

TEST_F(EditingTest, ALatticeAndALineSayWhyTheyHaveNone) {
  panes().assign({{"target", "double_well"}});
  frames(3);
  key(Qt::Key_E);
  EXPECT_NE(words().find("two dimensions"), std::string::npos) << words();
  panes().assign({{"target", default_target(Space::lattice)}});
  frames(3);
  key(Qt::Key_E);
  EXPECT_NE(words().find(needed_by(Space::plane)), std::string::npos) << words();
  EXPECT_FALSE(picture().editing());
  window().findChild<QAction*>("edit_as_modes")->trigger();
  frames(3);
  EXPECT_EQ(session().config().target.id, default_target(Space::lattice));
}

TEST_F(EditingTest, InAComparisonEveryCellEditsAllRuns) {
  panes().add("mala");
  begin();
  edit_mode();
  const QPointF corner = picture().cells().corner(1);
  drag(corner + handle(1), corner + handle(1) + QPointF(30, 20));
  EXPECT_EQ(panes().focus(), 1);
  const std::vector<RunConfig> runs = panes().configs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].target, runs[1].target);
  EXPECT_NE(now(), parse_modes(three, ""));
  screenshot("editing-two-runs");
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(now(), parse_modes(three, ""));
}

TEST_F(EditingTest, AllThemesShowTheHandles) {
  for (const char* theme : {"light", "projector", "dark"}) {
    window().set_theme(theme);
    frames(4);
    const QImage before = surface().grab().toImage();
    edit_mode();
    picture().toast({});
    QTest::mouseMove(&surface(), handle(0).toPoint());
    frames(3);
    EXPECT_NE(surface().grab().toImage(), before);
    screenshot(QString("editing-%1").arg(theme));
    key(Qt::Key_E);
  }
}

TEST(ModeHandles, TheNearestIsTakenAndShortAxesCanBeReached) {
  const std::vector<GaussianMode> modes = parse_modes("at 0 0 sd 1 0.5; at 0.1 0 sd 0.001 angle 90", "");
  Navigation navigation;
  navigation.look_at({{0, 0}, 6});
  const ModeHandles small{modes, navigation, {600, 600}, 1}, large{modes, navigation, {600, 600}, 2};
  EXPECT_EQ(small.at({301, 300}), (ModeHandle{ModeHandle::centre, 0}));
  EXPECT_EQ(small.at({309, 300}), (ModeHandle{ModeHandle::centre, 1}));
  EXPECT_EQ(small.at({400, 300}), (ModeHandle{ModeHandle::first, 0}));
  EXPECT_EQ(small.at({300, 250}), (ModeHandle{ModeHandle::second, 0}));
  EXPECT_EQ(small.at({310, 280}), (ModeHandle{ModeHandle::first, 1}));
  EXPECT_FALSE(small.at({418, 300}));
  EXPECT_TRUE(large.at({418, 300})) << "lengths on the screen grow with the interface";
}

TEST(ModeHandles, AMovedHandleChangesWhatItIsOf) {
  const GaussianMode mode = parse_modes("2 at 1 1 sd 2 0.5 angle 30", "")[0];
  const GaussianMode moved = with_handle_moved(mode, ModeHandle::centre, {1, -2});
  EXPECT_EQ(moved.centre, (Position{2, -1}));
  EXPECT_EQ(moved.sd1, 2);
  const GaussianMode longer = with_handle_moved(mode, ModeHandle::first, first_axis(mode));
  EXPECT_NEAR(longer.sd1, 4, 1e-12);
  EXPECT_NEAR(longer.angle, 30, 1e-9);
  const GaussianMode through = with_handle_moved(mode, ModeHandle::second, -3 * second_axis(mode));
  EXPECT_NEAR(through.sd2, 1, 1e-12) << "beyond the centre it is the other end";
  EXPECT_EQ(through.angle, 30);
  const GaussianMode on_centre = with_handle_moved(mode, ModeHandle::second, -1 * second_axis(mode));
  EXPECT_NEAR(on_centre.sd2, mode_sds.low, 1e-15) << "and not narrower than is legal";
}

}  // namespace
}  // namespace ergo::editing_test
