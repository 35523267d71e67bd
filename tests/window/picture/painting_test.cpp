// The density is painted on the picture: a stroke is one edit.
#include "core/config/own_density.h"
#include "tests/window/picture/edited_window.h"

namespace ergo::painting_test {
namespace {

constexpr const char* one_stroke = "window -4 -4 4 4; brush 0.6: -1 -1, 1 -1";

class PaintingTest : public EditedWindow {
 protected:
  PaintingTest() : EditedWindow("painted", {"target.strokes", one_stroke}) {}

  Painting now() { return painted(session().config().target); }
  QPointF screen(Position x) { return picture().navigation().to_screen(x, picture().cells().size()); }
  double energy(Position x) { return session().target().evaluate(x).energy; }
  QPointF control_of_brush(const std::string& name) {
    const auto& places = picture().brush_panel().places();
    EXPECT_TRUE(places.contains(name)) << name;
    return places.contains(name) ? places.at(name).center() : QPointF();
  }
};

TEST_F(PaintingTest, AStrokeIsShownAtOnceAndIsOneEdit) {
  edit_mode();
  const RunConfig before = session().config();
  const std::vector<Position> chains = places();
  const Camera camera = picture().navigation().camera();
  const double bare = energy({0, 2});
  const QPointF from = screen({-1, 2}), to = screen({1, 2});
  QTest::mouseMove(&surface(), from.toPoint());
  QTest::mousePress(&surface(), Qt::LeftButton, {}, from.toPoint());
  frames(3);
  const QImage begun = surface().grab().toImage();
  for (int i = 1; i <= 4; ++i) {
    QTest::mouseMove(&surface(), (from + (to - from) * i / 4).toPoint());
    frames(2);
  }
  EXPECT_NE(surface().grab().toImage(), begun);
  EXPECT_EQ(session().config(), before) << "the density waits for its end";
  screenshot("painting");
  QTest::mouseRelease(&surface(), Qt::LeftButton, {}, to.toPoint());
  frames(3);
  ASSERT_EQ(now().strokes.size(), 2u);
  EXPECT_GE(now().strokes[1].points.size(), 4u);
  EXPECT_LT(energy({0, 2}), bare - 3) << "about log(1000), of the floor's density";
  EXPECT_EQ(edits(), 1u);
  EXPECT_EQ(session().journal().size(), 1u);
  EXPECT_EQ(places(), chains);
  EXPECT_EQ(picture().navigation().camera(), camera);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(session().config(), before);
  EXPECT_TRUE(picture().editing());
}

TEST_F(PaintingTest, AClickIsADotAndTheEraserTakesAway) {
  edit_mode();
  const double painted_there = energy({0, -1});
  click(control_of_brush("eraser"));
  EXPECT_TRUE(picture().brush_panel().settings().eraser);
  QTest::mouseMove(&surface(), screen({0, -1}).toPoint());
  frames(2);
  click(screen({0, -1}));
  ASSERT_EQ(now().strokes.size(), 2u);
  EXPECT_TRUE(now().strokes[1].eraser);
  EXPECT_GT(energy({0, -1}), painted_there + 3);
  screenshot("painting-eraser");
  click(control_of_brush("brush"));
  EXPECT_FALSE(picture().brush_panel().settings().eraser);
  EXPECT_EQ(edits(), 1u) << "the brush itself is no edit of the run";
}

TEST_F(PaintingTest, SlidersSetTheBrushAndClearEmptiesTheCanvas) {
  edit_mode();
  const Stroke before = picture().brush_panel().settings();
  for (const char* name : {"size", "strength", "hardness"}) {
    const QRectF place = picture().brush_panel().places().at(name);
    drag({place.left() + 12, place.center().y()}, {place.right() - 12, place.center().y()});
  }
  const Stroke after = picture().brush_panel().settings();
  EXPECT_GT(after.size, before.size);
  EXPECT_GT(after.strength, before.strength);
  EXPECT_GT(after.hardness, before.hardness);
  EXPECT_EQ(edits(), 0u);
  picture().brush_panel().set(before);
  click(control_of_brush("clear"));
  EXPECT_TRUE(now().strokes.empty());
  EXPECT_EQ(edits(), 1u);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(now().strokes.size(), 1u);
}

TEST_F(PaintingTest, AFullCanvasSaysSo) {
  Painting full = now();
  full.strokes.resize(most_strokes, full.strokes[0]);
  panes().assign({painting_edit(full)});
  edit_mode();
  click(screen({0, 2}));
  EXPECT_EQ(now().strokes.size(), most_strokes);
  EXPECT_NE(picture().toast_words().find("256"), std::string::npos) << picture().toast_words();
}

TEST_F(PaintingTest, AnotherTargetBecomesAPictureByOneEditAndItsChainsStay) {
  for (const char* target : {"banana", "painted"}) {
    SCOPED_TRACE(target);
    panes().end_edit();
    panes().assign({{"target", target}});
    frames(3);
    const std::size_t made = edits();
    const RunConfig before = session().config();
    const std::vector<Position> chains = places();
    window().findChild<QAction*>("edit_as_picture")->trigger();
    frames(4);
    ASSERT_TRUE(is_painting(session().config().target));
    EXPECT_TRUE(picture().editing());
    EXPECT_TRUE(now().base);
    EXPECT_TRUE(now().strokes.empty());
    EXPECT_EQ(places(), chains);
    EXPECT_EQ(edits(), made + 1);
    screenshot(QString("painting-%1").arg(target));
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(session().config(), before);
  }
}

}  // namespace
}  // namespace ergo::painting_test
