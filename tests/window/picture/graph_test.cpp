// The state graph: the run's own chain and four spins, live as their parameters move.
#include "tests/window/window_fixture.h"

namespace ergo::graph_test {
namespace {

TEST_F(WindowTest, TheStateGraphFollowsTheRun) {
  player().assign({{"target", "lattice8"}, {"sampler", "dula"}});
  key(Qt::Key_K);
  const GraphPanel& panel = picture().graph_panel();
  ASSERT_TRUE(panel.graph());
  EXPECT_EQ(panel.graph()->target, session().target().lattice()->distribution());
  const double before = panel.graph()->bias();
  player().assign({{"sampler.alpha", "3"}});
  frames(3);
  EXPECT_NE(panel.graph()->bias(), before);
  screenshot("state-graph-lattice8");
  player().assign({{"sampler", "dmala"}});
  frames(3);
  EXPECT_LE(panel.graph()->bias(), 1e-12);
  player().assign({{"target", "sine_spin"}, {"sampler", "dula"}});
  frames(3);
  ASSERT_TRUE(panel.graph());
  EXPECT_EQ(panel.graph()->places.size(), 2u);
  screenshot("state-graph-sine-spin");
  key(Qt::Key_K);
  EXPECT_FALSE(panel.places().contains("canvas"));
}

TEST_F(WindowTest, APresetOpensTheStateGraphAndTheNextClosesIt) {
  const auto open = [this](const char* name) {
    const auto names = preset_names();
    window().open_preset(static_cast<int>(std::ranges::find(names, name) - names.begin()));
    frames(4);
  };
  open("dlp-1-bias");
  const GraphPanel& panel = picture().graph_panel();
  ASSERT_TRUE(panel.graph());
  EXPECT_EQ(panel.graph()->target, session().target().lattice()->distribution());
  screenshot("preset-dlp-1-bias");
  EXPECT_EQ(window().files().session().view.graph, "run");
  open("default");
  EXPECT_FALSE(panel.shown);
}

TEST_F(WindowTest, TheStateGraphOfFourSpinsHasItsOwnParameters) {
  key(Qt::Key_K);
  const GraphPanel& panel = picture().graph_panel();
  EXPECT_EQ(panel.subject(), "ising") << "on the plane the run has none";
  click(panel.places().at("subject=run").center());
  EXPECT_FALSE(panel.graph());
  EXPECT_NE(panel.reason().find(session().config().target.id), std::string::npos) << panel.reason();
  click(panel.places().at("subject=ising").center());
  ASSERT_TRUE(panel.graph());
  EXPECT_EQ(panel.graph()->places.size(), 16u);
  const double before = panel.graph()->bias();
  EXPECT_NEAR(before, 5.92e-2, 1e-4);
  screenshot("state-graph-ising");
  const QRectF alpha = panel.places().at("alpha");
  drag(alpha.center(), alpha.center() + QPointF(0.3 * alpha.width(), 0));
  EXPECT_GT(panel.graph()->bias(), before);
  EXPECT_TRUE(session().journal().empty());
  click(panel.places().at("metropolis").center());
  EXPECT_LE(panel.graph()->bias(), 1e-12);
  click(panel.places().at("metropolis").center());
  key(Qt::Key_P);
  const QRectF canvas = panel.places().at("canvas");
  EXPECT_TRUE(QRectF({0, 0}, picture().size()).contains(canvas)) << canvas.right() << ", " << canvas.bottom();
  screenshot("state-graph-ising-projector");
}

TEST_F(WindowTest, AStateUnderThePointerShowsItsWaysOut) {
  player().assign({{"target", "lattice8"}, {"sampler", "dula"}});
  key(Qt::Key_K);
  const QRectF canvas = picture().graph_panel().places().at("canvas");
  QTest::mouseMove(&surface(), canvas.center().toPoint() + QPoint(12, 12));
  frames(3);
  EXPECT_EQ(picture().graph_panel().focus(), 4u * 8 + 3) << "x to the right, y upwards";
  screenshot("state-graph-focus");
}

}  // namespace
}  // namespace ergo::graph_test
