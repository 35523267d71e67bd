// The plots over a sampler's parameters: they grow beside the run, follow the sampler, and a click adopts values.
#include "core/run/swept_values.h"
#include "tests/window/window_fixture.h"

namespace ergo::parameter_plots_test {
namespace {

class ParameterPlotsTest : public WindowTest {
 protected:
  const ParameterMap* map() { return player().parameters().map(); }
  const SweepWorker* curve() { return player().parameters().curve(); }
  QRectF place(const std::string& name) {
    const auto& places = picture().parameter_panel().places();
    return places.contains(name) ? places.at(name) : QRectF();
  }
  bool until_points(std::size_t count) {
    const auto seen = [](const SweepPoint& point) { return point.steps > 0; };
    const auto known = [&] { return static_cast<std::size_t>(std::ranges::count_if(curve()->points(), seen)); };
    return until([&] { return frames(1), curve() && known() >= count; }, 60'000);
  }
};

TEST_F(ParameterPlotsTest, TheMapsPairIsAdoptedByAClick) {
  panes().assign({{"target", "lattice8"}});
  key(Qt::Key_A);
  const QRectF button = settled([&] { return place("show map"); });
  ASSERT_FALSE(button.isEmpty());
  click(button.center());
  ASSERT_TRUE(until([&] { return map() && map()->steps() > 10; }));
  const QRectF shown = settled([&] { return place("map"); });
  ASSERT_FALSE(shown.isEmpty());
  screenshot("parameter-map");
  click({shown.left() + 0.75 * shown.width(), shown.top() + 0.25 * shown.height()});
  const MapCell& cell = map()->cells()[12 * 24 + 18];
  EXPECT_NEAR(sampler_value("alpha"), cell.x, 1e-6 * cell.x);
  EXPECT_NEAR(sampler_value("beta"), cell.y, 1e-6);
  EXPECT_GT(map()->steps(), 10u) << "adopting a pair of the map leaves it as it is";
  click(place("jump").center());
  frames(4);
  screenshot("parameter-map-jump");
  key(Qt::Key_A);
  EXPECT_FALSE(map());
  EXPECT_TRUE(place("map").isEmpty());
}

TEST_F(ParameterPlotsTest, TheCurvesValueIsAdoptedByAClickAndTakenBack) {
  panes().assign({{"target", "gaussian"}, {"sampler", "rwm"}});
  const double before = sampler_value("sd");
  key(Qt::Key_A);
  ASSERT_TRUE(until_points(22));
  const QRectF shown = settled([&] { return place("curve"); });
  ASSERT_FALSE(shown.isEmpty());
  screenshot("tuning-curve");
  EXPECT_TRUE(place("show map").isEmpty()) << "it has one number";
  click({shown.right() - 1, shown.center().y()});
  const double adopted = sampler_value("sd");
  EXPECT_NE(adopted, before);
  const auto& points = curve()->points();
  EXPECT_TRUE(std::ranges::any_of(points, [&](const SweepPoint& p) { return p.steps > 0 && p.value == adopted; }));
  EXPECT_TRUE(until_points(22)) << "adopting a value leaves the curve as it is";
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(sampler_value("sd"), before);
  key(Qt::Key_A);
  EXPECT_TRUE(place("curve").isEmpty());
}

/// Every sampler with a number has a curve; the others say what they lack.
TEST_F(ParameterPlotsTest, OpensForEverySamplerWithANumber) {
  for (const SamplerUnit& unit : kernel_samplers()) {
    const std::string& id = unit.descriptor.id;
    panes().assign({{"target", unit.descriptor.space == Space::lattice ? "lattice8" : "gaussian"}, {"sampler", id}});
    frames(1);
    key(Qt::Key_A);
    frames(2);
    if (first_number(session().config().sampler)) {
      EXPECT_TRUE(curve()) << id;
      EXPECT_FALSE(place("curve").isEmpty()) << id;
      EXPECT_EQ(!place("show map").isEmpty(), has_map(unit.descriptor)) << id;
      key(Qt::Key_A);
    } else {
      EXPECT_NE(picture().toast_words().find("a sampler with a number"), std::string::npos) << id;
    }
    EXPECT_FALSE(curve()) << id;
    EXPECT_EQ(player().parameters().shown, ParameterPlots::Shown::none) << id;
  }
}

/// Where the sampler has no map, its curve stands in place of it.
TEST_F(ParameterPlotsTest, FollowTheSampler) {
  panes().assign({{"target", "gaussian"}, {"sampler", "hmc"}});
  player().parameters().shown = ParameterPlots::Shown::map;
  frames(2);
  EXPECT_TRUE(map());
  panes().assign({{"sampler", "rwm"}});
  frames(2);
  ASSERT_TRUE(curve());
  EXPECT_EQ(curve()->parameter().id, "sd");
}

}  // namespace
}  // namespace ergo::parameter_plots_test
