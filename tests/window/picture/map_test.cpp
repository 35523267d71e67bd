// The parameter map: it grows while the run goes on, follows the sampler, and a click adopts a pair.
#include "tests/window/window_fixture.h"

namespace ergo::map_test {
namespace {

TEST_F(WindowTest, TheMapsPairIsAdoptedByAClick) {
  panes().assign({{"target", "lattice8"}});
  key(Qt::Key_A);
  ASSERT_TRUE(player().map());
  frames(12);
  EXPECT_GT(player().map()->steps(), 10u);
  const auto& places = picture().map_panel().places();
  ASSERT_TRUE(places.contains("map"));
  const QRectF map = places.at("map");
  screenshot("parameter-map");
  click({map.left() + 0.75 * map.width(), map.top() + 0.25 * map.height()});
  const MapCell& cell = player().map()->cells()[12 * 24 + 18];
  EXPECT_NEAR(sampler_value("alpha"), cell.x, 1e-6 * cell.x);
  EXPECT_NEAR(sampler_value("beta"), cell.y, 1e-6);
  EXPECT_GT(player().map()->steps(), 10u) << "adopting a pair of the map leaves it as it is";
  click(places.at("jump").center());
  frames(4);
  screenshot("parameter-map-jump");
  key(Qt::Key_A);
  EXPECT_FALSE(player().map());
  EXPECT_FALSE(picture().map_panel().places().contains("map"));
}

TEST_F(WindowTest, ASamplerWithoutAMapSaysSo) {
  panes().assign({{"sampler", "rwm"}});
  key(Qt::Key_A);
  EXPECT_FALSE(player().map());
  EXPECT_FALSE(player().map_wanted);
  EXPECT_NE(picture().toast_words().find("two numbers"), std::string::npos) << picture().toast_words();
}

}  // namespace
}  // namespace ergo::map_test
