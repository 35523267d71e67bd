// The targets on a grid of energies, `painted` and `image`: their tables against another quadrature, their windows,
// modes, floors and properness.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <numbers>
#include <random>

#include "core/spline/spline_target.h"
#include "core/survey/properness.h"
#include "core/survey/window_search.h"
#include "core/truth/tabulated_density.h"
#include "core/unit/registry.h"

namespace ergo::grid_targets_test {
namespace {

std::unique_ptr<Target> with_text(const std::string& id, const std::string& parameter, const std::string& text) {
  const TargetUnit& unit = target_unit(id);
  return unit.make(initial_values(unit.descriptor.parameters), {{parameter, {text}}});
}

/// The defaults, and a painting whose mass lies on the window's edge.
struct GridCase {
  std::string name;
  std::unique_ptr<Target> target;
};
std::vector<GridCase> cases() {
  std::vector<GridCase> all;
  for (const char* id : {"painted", "image"}) all.push_back({id, target_unit(id).make()});
  all.push_back({"edge", with_text("painted", "strokes", "window -2 -1 2 1; brush 0.5: 2 -1, 2 1; brush 0.3: -1 1")});
  all.push_back({"canvas", with_text("painted", "strokes", "window -2 -1 2 1")});
  return all;
}

/// What a spline target tells the device after its parameters' values.
struct Cells {
  Position low, size;
  int columns, rows;
  Position high() const { return low + Position{columns * size.x, rows * size.y}; }
  Position reach;
};
Cells cells_of(const Target& target) {
  const std::vector<double> n = target.device_numbers({});
  const auto low = [&n](std::size_t axis) { return (n[axis] - n[axis + 2]) / n[axis + 1]; };
  return {{low(0), low(5)},
          {1 / n[1], 1 / n[6]},
          static_cast<int>(n[3]),
          static_cast<int>(n[8]),
          {1 / (n[1] * n[4]), 1 / (n[6] * n[9])}};
}

/// log of the integral of exp(-E), and the share of it beyond the grid: Gauss's rule of five points in each cell, in
/// which E is one polynomial, and beyond each side half a Gaussian.
std::pair<double, double> log_integral(const Target& target) {
  constexpr std::array<double, 5> at = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683,
                                        0.906179845938664};
  constexpr std::array<double, 5> weight = {0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366,
                                            0.236926885056189};
  const Cells c = cells_of(target);
  const auto line = [&](double low, double size, int count, const auto& density) {
    double sum = 0;
    for (int k = 0; k < count; ++k)
      for (std::size_t q = 0; q < 5; ++q) sum += weight[q] * size / 2 * density(low + size * (k + (1 + at[q]) / 2));
    return sum;
  };
  const auto p = [&](double x, double y) { return std::exp(-target.evaluate({x, y}).energy); };
  const auto along_x = [&](double y) { return line(c.low.x, c.size.x, c.columns, [&](double x) { return p(x, y); }); };
  const auto along_y = [&](double x) { return line(c.low.y, c.size.y, c.rows, [&](double y) { return p(x, y); }); };
  const double inside = line(c.low.y, c.size.y, c.rows, along_x);
  const double half_x = c.reach.x * std::sqrt(std::numbers::pi / 2),
               half_y = c.reach.y * std::sqrt(std::numbers::pi / 2);
  const auto [right, top] = c.high();
  const double sides = half_x * (along_y(c.low.x) + along_y(right)) + half_y * (along_x(c.low.y) + along_x(top));
  const double corners = half_x * half_y * (p(c.low.x, c.low.y) + p(c.low.x, top) + p(right, c.low.y) + p(right, top));
  const double all = inside + sides + corners;
  return {std::log(all), (sides + corners) / all};
}

// The third derivatives of a spline jump, which leaves the trapezoidal rule an error of the spacing's fourth power.
TEST(GridTargets, TablesErrNoMoreThanTheySay) {
  for (const auto& [name, target] : cases()) {
    const std::clock_t begin = std::clock();
    const TabulatedDensity table = tabulate(*target);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const double off = std::abs(std::expm1(table.log_normaliser - log_integral(*target).first));
    std::printf("%-8s table of %d x %d in %.3f s of a processor: error %.1e, says %.1e\n", name.c_str(),
                table.x.count(), table.y.count(), seconds, off, table.error);
    EXPECT_LE(off, table.error) << name;
    EXPECT_LT(table.error, 2.5e-5) << name;
  }
}

TEST(GridTargets, TheWindowLeavesOutNextToNothing) {
  for (const auto& [name, target] : cases()) {
    const Cells c = cells_of(*target);
    const auto [low, high] = target->window();
    const auto wider = [&](double more, double reach) { return more == 0 || std::abs(more - 4 * reach) < 1e-12; };
    for (const auto& [more, reach] : {std::pair{c.low.x - low.x, c.reach.x},
                                      {high.x - c.high().x, c.reach.x},
                                      {c.low.y - low.y, c.reach.y},
                                      {high.y - c.high().y, c.reach.y}})
      EXPECT_TRUE(wider(std::abs(more) < 1e-12 ? 0 : more, reach)) << name << " " << more;
    const bool on_edge = name == "edge" || name == "canvas";
    EXPECT_EQ(high.x > c.high().x + 1e-9, on_edge || log_integral(*target).second > 1e-3) << name;
  }
  EXPECT_EQ(target_unit("painted").make()->window().low, (Position{-4, -4})) << "the default's window is its canvas";
}

TEST(GridTargets, DensitiesAreProper) {
  for (const auto& [name, target] : cases()) {
    const Landscape landscape = landscape_of(*target);
    const FoundWindow found = find_window(landscape);
    EXPECT_TRUE(found.bounded) << name;
    EXPECT_FALSE(check_density(landscape, found).improper()) << name;
  }
}

TEST(GridTargets, ModesAreWhereThePaintIs) {
  const auto modes =
      with_text("painted", "strokes", "brush 0.5 hardness 0: -2 1; brush 0.5 hardness 0 strength 0.5: 1 -2")->modes();
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_LT(norm(modes[0].centre - Position{-2, 1}), 0.01);
  EXPECT_LT(norm(modes[1].centre - Position{1, -2}), 0.01);
  // s = 1/4, beside a floor of a thousandth.
  EXPECT_NEAR(modes[0].radius, 0.75, 0.03);
  EXPECT_TRUE(with_text("painted", "strokes", "window 0 0 1 1")->modes().empty()) << "a bare canvas";
  EXPECT_GE(target_unit("painted").make()->modes().size(), 2u);
}

// The energies of pixels are the spline's coefficients, and its weights sum to one and are none below 0.
TEST(GridTargets, AnImageStaysBetweenItsFloorAndWhite) {
  const TargetUnit& unit = target_unit("image");
  std::mt19937 random(3);
  std::vector<float> pixels;
  for (int k = 0; k < 37 * 50; ++k) pixels.push_back(random() % 2 ? 1.0f : 0.0f);
  const auto picture = std::make_shared<const GreyPicture>(
      GreyPicture{"", 37, 50, std::make_shared<const std::vector<float>>(std::move(pixels))});
  for (const double floor : {1e-3, 0.2}) {
    auto values = initial_values(unit.descriptor.parameters);
    values[2] = floor;
    const auto target = unit.make(values, {{"file", {.text = "x", .picture = picture}}});
    const Cells c = cells_of(*target);
    EXPECT_EQ(c.columns, 36);
    EXPECT_EQ(c.rows, 49);
    EXPECT_NEAR(c.high().y, 4, 1e-12) << "the longer side is 8";
    EXPECT_NEAR(c.high().x, 4 * 36 / 49.0, 1e-12);
    double least = 1, greatest = 0;
    for (int k = 0; k < 20'000; ++k) {
      const Position part = {static_cast<double>(random() % 10'001) / 1e4,
                             static_cast<double>(random() % 10'001) / 1e4};
      const Position side = c.high() - c.low;
      const double p = std::exp(-target->evaluate(c.low + Position{part.x * side.x, part.y * side.y}).energy);
      least = std::min(least, p);
      greatest = std::max(greatest, p);
    }
    EXPECT_GE(least, floor * (1 - 1e-6));
    EXPECT_LE(greatest, 1 + 1e-6);
    EXPECT_LT(least, 4 * floor);
  }
}

TEST(GridTargets, AnImageIsUprightAndCanBeInverted) {
  // One white corner: the top right one.
  std::vector<float> pixels(16 * 8, 0.0f);
  for (int row = 0; row < 4; ++row)
    for (int column = 12; column < 16; ++column) pixels[static_cast<std::size_t>(row * 16 + column)] = 1;
  const auto picture = std::make_shared<const GreyPicture>(
      GreyPicture{"", 16, 8, std::make_shared<const std::vector<float>>(std::move(pixels))});
  const TargetUnit& unit = target_unit("image");
  auto values = initial_values(unit.descriptor.parameters);
  const Contents contents = {{"file", {.text = "x", .picture = picture}}};
  const Position corner{3.5, 1.5}, opposite{-3.5, -1.5};
  const auto upright = unit.make(values, contents);
  EXPECT_LT(upright->evaluate(corner).energy, 0.1);
  EXPECT_NEAR(upright->evaluate(opposite).energy, -std::log(1e-3), 1e-3);
  values[3] = 1;
  const auto inverted = unit.make(values, contents);
  EXPECT_GT(inverted->evaluate(corner).energy, 6);
  EXPECT_LT(inverted->evaluate(opposite).energy, 1e-3);
}

}  // namespace
}  // namespace ergo::grid_targets_test
