// Phase-space views, over all samplers whose descriptors name a momentum or a thermostat.
#include "core/run/followed_chain.h"
#include "core/view/projection.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_phase_test {
namespace {

std::vector<std::string> with_field(std::string Claims::*field) {
  std::vector<std::string> ids;
  for (const auto& unit : kernel_samplers())
    if (!(unit.descriptor.claims.*field).empty()) ids.push_back(unit.descriptor.id);
  return ids;
}

/// Those that have a momentum, or a direction of their own.
std::vector<std::string> with_phase_space() {
  std::vector<std::string> ids;
  for (const auto& unit : kernel_samplers())
    if (momentum_offset(unit.descriptor) >= 0) ids.push_back(unit.descriptor.id);
  return ids;
}

class ScenePhaseTest : public SceneTest {
 protected:
  void open(const std::string& sampler, Coordinates coordinates) {
    run_ = session("oscillator", sampler);
    view_ = view_of(run_->target(), "dark", 640, 400);
    view_.trails = false;
    view_.point_size = 4;
    view_.coordinates = coordinates;
    shown_ = projection(*run_, coordinates);
    view_.camera = camera_for(shown_.window, 1.6);
    scene_.clear_trails();
  }

  /// The numbers of the lone chain's state that the axes show, and the one whose rise a section looks for.
  void put_state(double horizontal, double vertical, double crossing = 0) {
    ChainData data = run_->read();
    data.state[static_cast<std::size_t>(shown_.horizontal)] = horizontal;
    data.state[static_cast<std::size_t>(shown_.vertical)] = vertical;
    if (shown_.crossing >= 0) data.state[static_cast<std::size_t>(shown_.crossing)] = crossing;
    data.diverged[0] = 0;
    run_->start_from(data);
  }

  Position pixel(double horizontal, double vertical) const {
    return to_pixel(view_, {horizontal, shown_.stretch * vertical});
  }

  /// Centre of what differs between two pictures, and how much does.
  static std::pair<Position, double> difference(const Image& a, const Image& b) {
    Position sum;
    double total = 0;
    for (int row = 0; row < a.height; ++row)
      for (int column = 0; column < a.width; ++column) {
        const double by = largest(at(a, column, row) - at(b, column, row));
        sum = sum + by * pixel_centre(column, row);
        total += by;
      }
    return {sum / std::max(total, 1e-9), total};
  }

  std::unique_ptr<Session> run_;
  View view_;
  Projection shown_;
};

TEST_F(ScenePhaseTest, ChainsLieAtTheirMomentum) {
  const auto ids = with_phase_space();
  ASSERT_GT(ids.size(), with_field(&Claims::momentum_field).size());
  for (const auto& id : ids) {
    open(id, Coordinates::phase);
    put_state(1000, 1000);
    const Image blank = picture(*run_, view_);
    const double p = keeps_direction(run_->sampler_descriptor()) ? -0.8 : -1.7;
    put_state(1.1, p);
    const auto [centre, amount] = difference(picture(*run_, view_), blank);
    EXPECT_GT(amount, 100) << id;
    // Brightness saturates over the ground's slope, which may shift the centre by part of a pixel.
    EXPECT_NEAR(centre.x, pixel(1.1, p).x, 0.6) << id;
    EXPECT_NEAR(centre.y, pixel(1.1, p).y, 0.6) << id;
  }
}

TEST_F(ScenePhaseTest, ThermostatsHaveAPlaneOfTheirOwn) {
  const auto ids = with_field(&Claims::thermostat_field);
  ASSERT_FALSE(ids.empty());
  for (const auto& id : ids) {
    open(id, Coordinates::thermostat);
    put_state(1000, 1000);
    const Image blank = picture(*run_, view_);
    const double xi = shown_.mean.y + 1.3 * shown_.sd.y;
    put_state(-0.8, xi);
    const auto [centre, amount] = difference(picture(*run_, view_), blank);
    EXPECT_GT(amount, 100) << id;
    EXPECT_NEAR(centre.x, pixel(-0.8, xi).x, 0.6) << id;
    EXPECT_NEAR(centre.y, pixel(-0.8, xi).y, 0.6) << id;
  }
}

/// E = x^2/2 and p^2/2: the ground is as bright at (a, 0) as at (0, a).
TEST_F(ScenePhaseTest, TheGroundIsTheJointDensity) {
  open(with_field(&Claims::momentum_field).front(), Coordinates::phase);
  put_state(1000, 1000);
  const Image image = picture(*run_, view_);
  const auto shade = [&](double x, double p) {
    const Position place = pixel(x, p);
    return at(image, static_cast<int>(place.x), static_cast<int>(place.y));
  };
  for (const double a : {0.5, 1.0, 2.0})
    // Pixels lie up to one off, where the brightest slope is 2 a pixel; dithering adds 1.
    EXPECT_LE(largest(shade(a, 0) - shade(0, a)), 4) << a;
  EXPECT_GT(largest(shade(0, 0) - shade(2, 0)), 20);
}

TEST_F(ScenePhaseTest, SectionsKeepThePointsOfRisingPassages) {
  for (const auto& id : with_field(&Claims::thermostat_field)) {
    open(id, Coordinates::section);
    put_state(0, 0, shown_.level - 1);
    scene_.accumulate(*run_, view_);
    const Image blank = picture(*run_, view_);
    put_state(1, 2, shown_.level + 3);  // a quarter of the way at the level
    scene_.accumulate(*run_, view_);
    const Image marked = picture(*run_, view_);
    const auto [centre, amount] = difference(marked, blank);
    EXPECT_GT(amount, 0) << id;
    EXPECT_NEAR(centre.x, pixel(0.25, 0.5).x, 0.6) << id;
    EXPECT_NEAR(centre.y, pixel(0.25, 0.5).y, 0.6) << id;
    put_state(-2, 1, shown_.level - 1);  // falling
    scene_.accumulate(*run_, view_);
    for (int frame = 0; frame < 50; ++frame) scene_.draw(*run_, view_);
    EXPECT_EQ(scene_.read().rgba, marked.rgba) << id;
    scene_.clear_trails();
    EXPECT_EQ(picture(*run_, view_).rgba, blank.rgba) << id;
  }
}

// In the plane of x and p chains take the colour of their thermostat unless another is asked for.
TEST_F(ScenePhaseTest, AutomaticColourIsTheThermostats) {
  for (const auto& id : with_phase_space()) {
    const bool thermostat = !sampler_unit(id).descriptor.claims.thermostat_field.empty();
    for (const Coordinates coordinates : coordinates_of(sampler_unit(id).descriptor)) {
      open(id, coordinates);
      put_state(0.5, 0.5);
      const auto drawn = [&](ColourBy colour) {
        view_.colour_by = colour;
        return picture(*run_, view_).rgba;
      };
      const bool expected = thermostat && coordinates == Coordinates::phase;
      EXPECT_EQ(drawn(ColourBy::automatic), drawn(expected ? ColourBy::thermostat : ColourBy::sampler)) << id;
      EXPECT_EQ(drawn(ColourBy::automatic) == drawn(ColourBy::sampler), !expected) << id;
      view_.colour_by = ColourBy::automatic;
      EXPECT_EQ(colour_shown(view_, *run_) == ColourBy::thermostat, expected) << id;
    }
  }
}

TEST_F(ScenePhaseTest, WithoutMomentumThereArePositionsOnly) {
  open("rwm", Coordinates::section);
  EXPECT_EQ(shown_.coordinates, Coordinates::position);
  EXPECT_EQ(coordinates_of(sampler_unit("rwm").descriptor).size(), 1u);
  View plain = view_;
  plain.coordinates = Coordinates::position;
  EXPECT_EQ(picture(*run_, view_).rgba, picture(*run_, plain).rgba);
}

}  // namespace
}  // namespace ergo::scene_phase_test
