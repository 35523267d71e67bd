// Marginal strips as shapes on a run's picture: in line with it, the same at every resolution, their
// distribution's peak at three quarters of their height, and the target's window beside them.
#include "core/view/marginal_strips.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/backend/cpu_backend.h"
#include "core/config/assignment.h"

namespace ergo::marginal_strips_test {
namespace {

Session session_of(const std::vector<Assignment>& settings) {
  RunConfig config;
  for (const Assignment& setting : settings) apply(config, setting);
  config.backend = BackendKind::cpu;
  return {config, [](BackendKind) { return std::make_unique<CpuBackend>(); }};
}

constexpr Position size{400, 300}, numbers{38, 23};

/// All of the run beside its strips.
View view_of(const Session& session, double scale, Coordinates coordinates = Coordinates::position) {
  View view{
      .width = static_cast<int>(scale * size.x), .height = static_cast<int>(scale * size.y), .scale = scale};
  view.palette = palette("dark");
  view.coordinates = coordinates;
  view.marginals = true;
  const Projection shown = projection(session, coordinates);
  const Position free = size - strip_room(view, shown, size, numbers);
  view.camera = camera_for(shown.window, size, {0, 0, free.x, free.y});
  return view;
}

TEST(MarginalStrips, BarsStandInLineWithTheirDraws) {
  const Position x{0.31, -0.17};
  Session session = session_of({{"start", "point"}, {"start.x", "0.31"}, {"start.y", "-0.17"}});
  for (const double scale : {1.0, 4.0}) {
    const View view = view_of(session, scale);
    const Position at = to_pixel(view, x) / scale;
    const auto strips = RunStrips().of(session, view, numbers);
    ASSERT_EQ(strips.size(), 2u);
    ASSERT_EQ(strips[0].shares.size(), 1u);
    EXPECT_LE(strips[0].shares[0].left, at.x);
    EXPECT_GE(strips[0].shares[0].right, at.x);
    EXPECT_EQ(strips[0].shares[0].bottom, size.y);
    ASSERT_EQ(strips[1].shares.size(), 1u);
    EXPECT_LE(strips[1].shares[0].top, at.y);
    EXPECT_GE(strips[1].shares[0].bottom, at.y);
    EXPECT_EQ(strips[1].shares[0].right, size.x);
    EXPECT_EQ(strips[0].colour, sampler_colour("esh", view.palette));
  }
}

TEST(MarginalStrips, AreTheSameAtEveryResolution) {
  Session session = session_of({{"start", "exact"}});
  const auto once = RunStrips().of(session, view_of(session, 1), numbers),
             eight = RunStrips().of(session, view_of(session, 8), numbers);
  ASSERT_EQ(once.size(), eight.size());
  for (std::size_t k = 0; k < once.size(); ++k) {
    ASSERT_EQ(once[k].shares.size(), eight[k].shares.size());
    for (std::size_t i = 0; i < once[k].shares.size(); ++i) {
      EXPECT_NEAR(once[k].shares[i].left, eight[k].shares[i].left, 1e-9);
      EXPECT_NEAR(once[k].shares[i].top, eight[k].shares[i].top, 1e-9);
    }
    EXPECT_EQ(once[k].distribution.size(), eight[k].distribution.size());
  }
}

TEST(MarginalStrips, ThePictureMakesRoomAndTheDistributionsPeakIsAtThreeQuarters) {
  struct Case {
    const char *target, *sampler;
    Coordinates coordinates;
    std::size_t strips;
  };
  for (const Case& each :
       {Case{"ring8", "esh", Coordinates::position, 2}, Case{"double_well", "mala", Coordinates::position, 1},
        Case{"double_well", "sgnht", Coordinates::phase, 2},
        Case{"double_well", "sgnht", Coordinates::thermostat, 2},
        Case{"double_well", "sgnht", Coordinates::section, 0},
        Case{"lattice8", "dmala", Coordinates::position, 2}}) {
    Session session = session_of({{"target", each.target}, {"sampler", each.sampler}, {"start", "exact"}});
    const View view = view_of(session, 2, each.coordinates);
    const Projection shown = projection(session, each.coordinates);
    const auto strips = RunStrips().of(session, view, numbers);
    ASSERT_EQ(strips.size(), each.strips) << each.target;
    const Position corner = to_pixel(view, {shown.window.high.x, shown.window.low.y}) / view.scale;
    for (const Strip& strip : strips) {
      if (strip.upright)
        EXPECT_LE(corner.x, strip.place.left + 1e-9) << each.target;
      else
        EXPECT_LE(corner.y, strip.place.top + 1e-9) << each.target;
      // Where scales have numbers the strip stands off the edge by what they take.
      const bool scales = has_scales(shown, zoom(view) / view.scale, view.scales);
      EXPECT_EQ(strip.symbol.empty(), scales) << each.target;
      const double base = strip.upright ? size.x - scales * numbers.x : size.y - scales * numbers.y;
      const double tall = base - (strip.upright ? strip.place.left : strip.place.top);
      double peak = 0;
      for (const Position at : strip.distribution)
        peak = std::max(peak, base - (strip.upright ? at.x : at.y));
      EXPECT_NEAR(peak, 0.75 * tall, 1e-9) << each.target;
    }
  }
}

// A binomial share lies within its 5-95 % band in nine of ten bins or more, whatever the mass; over 2 x 20
// bins and more of exact draws fewer than 3 in 4 is beyond three standard deviations of that.
TEST(MarginalStrips, BarsOfExactDrawsEndInTheBand) {
  Session session = session_of({{"start", "exact"}});
  for (const Strip& strip : RunStrips().of(session, view_of(session, 1), numbers)) {
    int within = 0;
    for (const Box& bar : strip.shares) {
      const double place = strip.upright ? (bar.top + bar.bottom) / 2 : (bar.left + bar.right) / 2;
      for (const Box& band : strip.band) {
        const double low = strip.upright ? band.top : band.left,
                     high = strip.upright ? band.bottom : band.right;
        if (place < low || place >= high) continue;
        const double end = strip.upright ? bar.left : bar.top;
        within += end >= (strip.upright ? band.left : band.top) - 1e-9 &&
                  end <= (strip.upright ? band.right : band.bottom) + 1e-9;
      }
    }
    ASSERT_GE(strip.shares.size(), 20u);
    EXPECT_GE(within, 0.75 * static_cast<double>(strip.shares.size()));
  }
}

}  // namespace
}  // namespace ergo::marginal_strips_test
