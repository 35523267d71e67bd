// The spline of energies on a grid: what it takes at the nodes, its derivatives, its smoothness and its accuracy.
#include "core/spline/spline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/spline/spline_target.h"
#include "core/unit/registry.h"

namespace ergo::spline_test {
namespace {

/// Energies from 0 to 7 at random.
EnergyGrid any_grid(int columns, int rows, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> energy(0, 7);
  EnergyGrid grid{{{-3, -1}, {2, 5}}, columns, rows, {}};
  for (int k = 0; k < columns * rows; ++k) grid.energy.push_back(energy(random));
  return grid;
}

/// Points within the window and half its size around it.
std::vector<Position> points_about(const Window& window, int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(-0.5, 1.5);
  const Position side = window.high - window.low;
  std::vector<Position> points;
  for (int k = 0; k < count; ++k) {
    const double x = part(random), y = part(random);
    points.push_back(window.low + Position{side.x * x, side.y * y});
  }
  return points;
}

TEST(Spline, TakesTheGridsValues) {
  for (const auto& [columns, rows] : {std::pair{2, 2}, {2, 5}, {9, 4}, {128, 128}}) {
    const EnergyGrid grid = any_grid(columns, rows, 1);
    const Spline spline(grid);
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i)
        EXPECT_NEAR(spline(grid.node(i, j)).energy, grid.energy[static_cast<std::size_t>(j * columns + i)], 1e-12);
  }
}

// Within a cell, and beyond an edge, E is a polynomial of degree three in each coordinate: the extrapolated difference
// is exact but for the rounding of E and of x.
TEST(Spline, GradientIsTheSlope) {
  constexpr double h = 1e-4;
  const EnergyGrid grid = any_grid(17, 23, 2);
  const Spline spline(grid);
  const Position cell = grid.node(1, 1) - grid.window.low;
  const auto slope = [&](Position x, Position axis) {
    const auto by = [&](double s) { return (spline(x + s * axis).energy - spline(x - s * axis).energy) / (2 * s); };
    return (4 * by(h) - by(2 * h)) / 3;
  };
  const auto near_knot = [](double x, double low, double size) {
    return std::abs(std::remainder(x - low, size)) < 3 * h;
  };
  int compared = 0;
  for (const Position x : points_about(grid.window, 4000)) {
    if (near_knot(x.x, grid.window.low.x, cell.x) || near_knot(x.y, grid.window.low.y, cell.y)) continue;
    const Evaluation at = spline(x);
    const double allowed = 10 * 2.2e-16 * (1 + std::abs(at.energy) + norm(x) * norm(at.gradient)) / h;
    EXPECT_NEAR(slope(x, {1, 0}), at.gradient.x, allowed);
    EXPECT_NEAR(slope(x, {0, 1}), at.gradient.y, allowed);
    ++compared;
  }
  EXPECT_GT(compared, 3000);
}

// Along an axis the slope is a parabola in each cell: three points give its derivative at the end, exactly.
TEST(Spline, SecondDerivativesAreContinuousAcrossKnotsAndThirdOnesAreNot) {
  const EnergyGrid grid = any_grid(12, 9, 3);
  const Spline spline(grid);
  double largest_jump = 0;
  for (int k = 1; k < 11; ++k) {
    const Position knot = {grid.node(k, 0).x, 1.7};
    const double d = 0.4 * (grid.node(1, 0).x - grid.node(0, 0).x) / 2;
    const auto g = [&](double by) { return spline(knot + Position{by, 0}).gradient.x; };
    const double left = (3 * g(0) - 4 * g(-d) + g(-2 * d)) / (2 * d);
    const double right = (-3 * g(0) + 4 * g(d) - g(2 * d)) / (2 * d);
    EXPECT_NEAR(left, right, 1e-11) << k;
    const double third_left = (g(0) - 2 * g(-d) + g(-2 * d)) / (d * d);
    const double third_right = (g(0) - 2 * g(d) + g(2 * d)) / (d * d);
    largest_jump = std::max(largest_jump, std::abs(third_left - third_right));
  }
  EXPECT_GT(largest_jump, 1);
}

TEST(Spline, TheGradientIsContinuousAcrossTheEdgeAndPointsOutwardsBeyond) {
  constexpr double step = 1e-9;
  const EnergyGrid grid = any_grid(12, 9, 4);
  const Spline spline(grid);
  const auto [low, high] = grid.window;
  const double stiff =
      64 * 64 / 5.0 / 5.0;  // 1/s^2 of the shorter side; the spline's own curvature is about 7 per cell^2
  for (int k = 0; k <= 100; ++k) {
    const double x = low.x + 0.01 * k * (high.x - low.x), y = low.y + 0.01 * k * (high.y - low.y);
    for (const auto& [edge, outward] : {std::pair<Position, Position>{{low.x, y}, {-1, 0}},
                                        {{high.x, y}, {1, 0}},
                                        {{x, low.y}, {0, -1}},
                                        {{x, high.y}, {0, 1}}}) {
      const Evaluation within = spline(edge - step * outward), beyond = spline(edge + step * outward);
      EXPECT_NEAR(within.energy, beyond.energy, 1e-12);
      EXPECT_LT(norm(beyond.gradient - within.gradient), 4 * stiff * step);
      const double far = 3;
      const double s = norm({spline.reach_beyond().x * outward.x, spline.reach_beyond().y * outward.y});
      const Evaluation out = spline(edge + far * outward);
      EXPECT_NEAR(out.energy - spline(edge).energy, far * far / (2 * s * s), 1e-9);
      EXPECT_NEAR(dot(out.gradient, outward), far / (s * s), 1e-9);
    }
  }
}

TEST(Spline, ABlockIsThePointsToTheBit) {
  const Spline spline(any_grid(31, 20, 5));
  std::vector<double> x, y;
  for (const Position p : points_about({{-3, -1}, {2, 5}}, 1001)) x.push_back(p.x), y.push_back(p.y);
  for (const double odd : {1e9, -1e9, 1e300, -1e300, 2.0, -3.0}) x.push_back(odd), y.push_back(odd);
  std::vector<double> energy(x.size());
  spline.energies(x, y, energy);
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_EQ(energy[k], spline({x[k], y[k]}).energy) << x[k] << " " << y[k];
  EXPECT_TRUE(std::isnan(spline({NAN, 0}).energy));
}

// Away from edges the spline of x^4 errs by h^4 24/384 at most, its slope by h^3 24 sqrt(3)/216; lower powers are
// exact. The banana's fourth derivative along x is that of its term in x^4. On (-6, 6)^2 and 128^2 nodes these
// are 5.3e-7 and 1.7e-5.
TEST(Spline, AccuracyOnTheBanana) {
  const auto banana = target_unit("banana").make();
  EnergyGrid grid{{{-6, -6}, {6, 6}}, 128, 128, {}};
  for (int j = 0; j < 128; ++j)
    for (int i = 0; i < 128; ++i) grid.energy.push_back(banana->evaluate(grid.node(i, j)).energy);
  const Spline spline(grid);
  const auto energy = [&](double x) { return banana->evaluate({x, 0}).energy; };
  const double fourth = energy(-2) - 4 * energy(-1) + 6 * energy(0) - 4 * energy(1) + energy(2);
  const double h = 12.0 / 127, most_energy = std::pow(h, 4) * fourth / 384;
  const double most_slope = std::pow(h, 3) * fourth * std::sqrt(3) / 216;
  EXPECT_LT(most_energy, 6e-7);
  EXPECT_LT(most_slope, 2e-5);
  double energy_off = 0, slope_off = 0;
  for (const Position x : points_about({{-1.5, -1.5}, {1.5, 1.5}}, 20'000)) {
    const Evaluation ours = spline(x), exact = banana->evaluate(x);
    energy_off = std::max(energy_off, std::abs(ours.energy - exact.energy));
    slope_off = std::max(slope_off, norm(ours.gradient - exact.gradient));
  }
  EXPECT_LT(energy_off, 1.001 * most_energy);
  EXPECT_LT(slope_off, 1.001 * most_slope);
  EXPECT_GT(energy_off, 0.9 * most_energy);
}

TEST(Spline, SinglePrecisionMovesEnergiesByARounding) {
  const EnergyGrid grid = any_grid(40, 40, 6);
  const Spline spline(grid), rounded = spline.in_single_precision();
  for (const Position x : points_about(grid.window, 1000))
    // Coefficients of a random grid are up to 9 times as large as its values.
    EXPECT_NEAR(spline(x).energy, rounded(x).energy, 9 * 7 * 0x1p-24);
}

/// Targets of one grid share what is found; targets of others do not.
TEST(SplineTarget, GridsAreNotMistakenForEachOther) {
  const EnergyGrid first = any_grid(12, 9, 10);
  const double energy = SplineTarget(first).evaluate({0, 0}).energy;
  for (std::uint32_t seed = 11; seed < 31; ++seed)
    EXPECT_NE(SplineTarget(any_grid(12, 9, seed)).evaluate({0, 0}).energy, energy);
  EnergyGrid moved = first;
  moved.window.low.x -= 1;
  EXPECT_NE(SplineTarget(moved).evaluate({0, 0}).energy, energy);
  EXPECT_EQ(SplineTarget(first).evaluate({0, 0}).energy, energy);
}

}  // namespace
}  // namespace ergo::spline_test
