// The window that is found from an energy alone.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/stop.h"
#include "core/survey/window_search.h"
#include "core/unit/registry.h"
#include "density_cases.h"

namespace ergo::window_search_test {
namespace {

using namespace survey_test;

constexpr double pi = std::numbers::pi;

bool holds(const Window& window, Position x, int dim) {
  return x.x >= window.low.x && x.x <= window.high.x && (dim == 1 || (x.y >= window.low.y && x.y <= window.high.y));
}

double area(const Window& window, int dim) {
  const Position side = window.high - window.low;
  return dim > 1 ? side.x * side.y : side.x;
}

/// Of draws that must lie in a window: sides leave out 2.5e-4 each before a sixteenth is spared.
constexpr double least_held = 0.999;

TEST(WindowSearch, HoldsTheDrawsOfEveryTarget) {
  for (const auto& unit : plane_targets()) {
    const auto target = unit.make();
    const FoundWindow found = find_window(landscape_of(*target));
    EXPECT_TRUE(found.found && found.bounded) << unit.descriptor.id;
    if (!target->draw(Draws(1, Purpose::exact, 0, 0, target->dim))) continue;
    constexpr int count = 20'000;
    int held = 0, framed = 0, own = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position x = *target->draw(Draws(1, Purpose::exact, i, 0, target->dim));
      held += holds(found.window, x, target->dim);
      framed += holds(found.frame, x, target->dim);
      own += holds(target->window(), x, target->dim);
    }
    EXPECT_GE(held, least_held * count) << unit.descriptor.id;
    EXPECT_GE(framed, 0.95 * count) << unit.descriptor.id;
    // The funnel's own window leaves out an eighth of the mass.
    if (own >= least_held * count) {
      EXPECT_LE(area(found.window, target->dim), 6 * area(target->window(), target->dim)) << unit.descriptor.id;
    }
    if (const auto log_normaliser = target->log_normaliser()) {
      EXPECT_NEAR(found.log_normaliser, *log_normaliser, 1e-4) << unit.descriptor.id;
    }
  }
}

/// Energies with known Z, and how far they reach: windows hold four standard deviations, but for tails.
struct Known {
  std::string name;
  Landscape landscape;
  double log_normaliser;
  Window within;  ///< contains the window found
  Window around;  ///< is contained in it
  double error = 1e-4;
};

Landscape gaussian(double x0, double y0, double sd) {
  return plane([=](double x, double y) { return (square(x - x0) + square(y - y0)) / (2 * sd * sd); });
}

std::vector<Known> known_cases() {
  const auto normal = [](double x0, double y0, double sd) {
    const Position centre = {x0, y0}, far = {4.2 * sd, 4.2 * sd}, near = {3.5 * sd, 3.5 * sd};
    return Known{"Gaussian of width " + std::to_string(sd),
                 gaussian(x0, y0, sd),
                 std::log(2 * pi * sd * sd),
                 {centre - far, centre + far},
                 {centre - near, centre + near}};
  };
  const double t = 1 / std::sqrt(2);
  return {
      normal(1000, 0, 0.01),
      normal(-7000, 3000, 1e4),
      normal(1e6, -1e6, 0.5),
      normal(0.3, 0.2, 1e-3),
      {"Gaussian on the line, far and narrow",
       line([](double x) { return 5000 * square(x - 1000); }),
       std::log(0.01 * std::sqrt(2 * pi)),
       {{999.95, -1}, {1000.05, 1}},
       {{999.965, -0.01}, {1000.035, 0.01}}},
      {"a million times as long as wide",
       plane([](double x, double y) { return (1e6 * x * x + 1e-6 * y * y) / 2; }),
       std::log(2 * pi),
       {{-0.0042, -4200}, {0.0042, 4200}},
       {{-0.0033, -3300}, {0.0033, 3300}}},
      {"two modes far apart",
       plane([](double x, double y) {
         const double a = (x * x + y * y) / 2, b = 50 * (square(x - 100) + square(y - 30)) - std::log(100.0);
         return std::min(a, b) - std::log1p(std::exp(-std::abs(a - b)));
       }),
       std::log(4 * pi),
       {{-12, -7}, {108, 34}},
       {{-3, -3}, {100.2, 30.2}}},
      // Its quantile of 2.5e-4 is 12.9, that of Student's t of the marginal.
      {"Student's t, 3 degrees of freedom",
       plane([](double x, double y) { return 2.5 * std::log1p((x * x + y * y) / 3); }),
       std::log(2 * pi),
       {{-22, -22}, {22, 22}},
       {{-12.9, -12.9}, {12.9, 12.9}}},
      // x is N(1, 10), y is near x^2.
      {"Rosenbrock's valley",
       plane([](double x, double y) { return (square(1 - x) + 100 * square(y - x * x)) / 20; }),
       std::log(2 * pi),
       {{-13, -15}, {15, 180}},
       {{-10, -0.5}, {12, 144}},
       1e-3},
      {"thin ring",
       plane([](double x, double y) { return square((std::hypot(x, y) - 5) / 0.01) / 2; }),
       std::log(0.1 * pi * std::sqrt(2 * pi)),
       {{-5.8, -5.8}, {5.8, 5.8}},
       {{-5, -5}, {5, 5}},
       1e-3},
      {"box",
       plane([](double x, double y) { return std::max(std::abs(x - 30), std::abs(y + 20)) < 1 ? 0 : infinite; }),
       std::log(4.0),
       {{28.8, -21.2}, {31.2, -18.8}},
       {{29, -21}, {31, -19}}},
      {"half plane",
       plane([](double x, double y) { return x > 0 ? x + y * y / 2 : infinite; }),
       std::log(2 * pi) / 2,
       {{-0.7, -4.2}, {9.6, 4.2}},
       {{0.001, -3.4}, {8, 3.4}}},
      // Cells that a cusp crosses converge as the square of their size.
      {"turned Laplace",
       plane([](double x, double y) { return 3 * std::abs(x + y - 3) + std::abs(x - y + 1); }),
       std::log(2.0 / 3),
       {{-5, -4}, {7, 8}},
       {{1 - 4 * t, 2 - 4 * t}, {1 + 4 * t, 2 + 4 * t}},
       1e-3},
      {"a point r^-1.5",
       plane([](double x, double y) {
         return 1.5 * log_r({x, y}) + x * x + y * y;
       }),
       std::log(pi * std::tgamma(0.25)),
       {{-2.6, -2.6}, {2.6, 2.6}},
       {{-1.5, -1.5}, {1.5, 1.5}}},
  };
}

TEST(WindowSearch, FindsMassOfAnyPlaceScaleAndShape) {
  for (const Known& known : known_cases()) {
    SCOPED_TRACE(known.name);
    std::size_t evaluations = 0;
    Landscape counted = known.landscape;
    counted.energy = [&](Position x) {
      ++evaluations;
      return known.landscape.energy(x);
    };
    const FoundWindow found = find_window(counted);
    ASSERT_TRUE(found.found && found.bounded);
    const int dim = known.landscape.dim;
    EXPECT_TRUE(holds(known.within, found.window.low, dim) && holds(known.within, found.window.high, dim))
        << found.window.low.x << ", " << found.window.low.y << " to " << found.window.high.x << ", "
        << found.window.high.y;
    EXPECT_TRUE(holds(found.window, known.around.low, dim) && holds(found.window, known.around.high, dim))
        << found.window.low.x << ", " << found.window.low.y << " to " << found.window.high.x << ", "
        << found.window.high.y;
    EXPECT_NEAR(found.log_normaliser, known.log_normaliser, known.error);
    EXPECT_LE(evaluations, 1'000'000u);
  }
}

TEST(WindowSearch, ShowsWhereTheEnergyIsLowIfTheMassHasNoBounds) {
  const FoundWindow flat = find_window(plane([](double x, double) { return x * x; }));
  EXPECT_TRUE(flat.found);
  EXPECT_FALSE(flat.bounded);
  EXPECT_LT(flat.window.high.x - flat.window.low.x, 7);
  EXPECT_GT(flat.window.high.x - flat.window.low.x, 4);
  EXPECT_LT(std::abs(flat.window.high.y), 10);
  const FoundWindow spike = find_window(plane([](double x, double y) { return 3 * log_r({x, y}) + x * x + y * y; }));
  EXPECT_FALSE(spike.bounded);
  EXPECT_GT(spike.window.high.x - spike.window.low.x, 1);
  const FoundWindow away = find_window(typed("p = exp(-x^2 - y^2)/hypot(x - 1, y)^2"));
  EXPECT_FALSE(away.bounded);
  EXPECT_GT(away.window.high.x - away.window.low.x, 0.1) << "not the spike's own width, which no number can tell";
  const FoundWindow nothing = find_window(plane([](double, double) { return infinite; }));
  EXPECT_FALSE(nothing.found);
}

TEST(WindowSearch, ManyPointsAtOnceGiveTheSame) {
  const Landscape single = gaussian(3, -2, 0.7);
  Landscape block = single;
  std::size_t points = 0;
  block.energies = [&](std::span<const double> x, std::span<const double> y, std::span<double> energy) {
    for (std::size_t i = 0; i < x.size(); ++i) energy[i] = single.energy({x[i], y[i]});
    points += x.size();
  };
  const FoundWindow a = find_window(single), b = find_window(block);
  EXPECT_EQ(a.window.low, b.window.low);
  EXPECT_EQ(a.window.high, b.window.high);
  EXPECT_GT(points, 100'000u);
}

TEST(WindowSearch, EndsWhenToldTo) {
  StopSource stop;
  stop.request_stop();
  std::size_t evaluations = 0;
  Landscape counted = gaussian(0, 0, 1);
  counted.energy = [&, inner = counted.energy](Position x) {
    ++evaluations;
    return inner(x);
  };
  find_window(counted, stop.token());
  EXPECT_LT(evaluations, 5'000u);
}

}  // namespace
}  // namespace ergo::window_search_test
