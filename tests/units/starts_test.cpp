// Every start draws from the distribution it names, purely, and refuses targets that lack what it needs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>

#include "core/base/error.h"
#include "core/truth/exact_draws.h"
#include "core/unit/registry.h"

namespace ergo::starts_test {
namespace {

constexpr std::uint32_t count = 20000;
const std::set<std::string> one_point = {"highest", "lowest", "mode", "point"};  ///< all chains start there

Position start_of(const Start& start, const Target& target, std::uint32_t chain, std::uint64_t seed = 1) {
  return start.draw(target, Draws(seed, Purpose::start, chain, 0, target.dim));
}

std::string refusal(const Start& start, const Target& target) {
  try {
    start.check(target);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// A target of which nothing is known but its energy.
class Bare final : public Target {
 public:
  Evaluation evaluate(Position x) const override { return {dot(x, x) / 2, x}; }
  Window window() const override { return {{-1, -1}, {1, 1}}; }
};

TEST(Starts, ArePureAndKeepToTheTargetsDimension) {
  for (const auto& unit : starts()) {
    SCOPED_TRACE(unit.descriptor.id);
    for (const char* id : {"ring8", "oscillator"}) {
      const auto start = unit.make();
      const auto target = target_unit(id).make();
      start->check(*target);
      const Position first = start_of(*start, *target, 7), again = start_of(*start, *target, 7);
      EXPECT_TRUE(first.x == again.x && first.y == again.y);
      if (target->dim == 1) {
        EXPECT_EQ(first.y, 0);
      }
      const bool random = !one_point.contains(unit.descriptor.id);
      EXPECT_EQ(random, first.x != start_of(*start, *target, 8).x);
      EXPECT_EQ(random, first.x != start_of(*start, *target, 7, 2).x);
    }
  }
}

TEST(Starts, KeepToTheLineWhateverTheirValues) {
  const auto line = target_unit("double_well").make();
  EXPECT_EQ(start_of(*start_unit("normal").make(std::vector{1.0, 3.0, 2.0}), *line, 0).y, 0);
  EXPECT_EQ(start_of(*start_unit("point").make(std::vector{1.0, 3.0}), *line, 0).y, 0);
}

TEST(Starts, NormalHasItsMeanAndStandardDeviation) {
  const auto start = start_unit("normal").make(std::vector{-2.0, 3.0, 0.5});
  const auto target = target_unit("gaussian").make();
  Position sum, squares;
  double product = 0;
  for (std::uint32_t chain = 0; chain < count; ++chain) {
    const Position z = (start_of(*start, *target, chain) - Position{-2, 3}) / 0.5;
    sum = sum + z;
    squares = squares + Position{z.x * z.x, z.y * z.y};
    product += z.x * z.y;
  }
  // Five standard errors: of the mean 1/sqrt(n), of the variance sqrt(2/n), of the covariance 1/sqrt(n).
  const double error = 5 / std::sqrt(count);
  EXPECT_NEAR(sum.x / count, 0, error);
  EXPECT_NEAR(sum.y / count, 0, error);
  EXPECT_NEAR(squares.x / count, 1, error * std::sqrt(2));
  EXPECT_NEAR(squares.y / count, 1, error * std::sqrt(2));
  EXPECT_NEAR(product / count, 0, error);
}

TEST(Starts, PointIsThePoint) {
  const auto start = start_unit("point").make(std::vector{0.25, -7.0});
  const Position x = start_of(*start, *target_unit("gaussian").make(), 3);
  EXPECT_EQ(x.x, 0.25);
  EXPECT_EQ(x.y, -7.0);
}

TEST(Starts, UniformFillsTheWindowEvenly) {
  const auto start = start_unit("uniform").make();
  const auto target = target_unit("correlated_gaussian").make(std::vector{1.0, 0.01, 10.0});
  const auto [low, high] = target->window();
  constexpr int side = 10, cells = side * side;
  std::vector<double> observed(cells, 0);
  for (std::uint32_t chain = 0; chain < count; ++chain) {
    const Position x = start_of(*start, *target, chain);
    const double u = (x.x - low.x) / (high.x - low.x), v = (x.y - low.y) / (high.y - low.y);
    ASSERT_TRUE(u >= 0 && u <= 1 && v >= 0 && v <= 1);
    observed[std::min(side - 1, static_cast<int>(u * side)) * side +
             std::min(side - 1, static_cast<int>(v * side))] += 1;
  }
  double statistic = 0;
  const double expected = static_cast<double>(count) / cells;
  for (const double n : observed) statistic += (n - expected) * (n - expected) / expected;
  EXPECT_LT(statistic, 148.23) << "chi-squared, 99 degrees of freedom, level 1e-3";
}

TEST(Starts, ExactDrawsAreTheTargetsOwn) {
  for (const auto& unit : targets(Space::plane)) {
    const std::shared_ptr<const Target> target = unit.make();
    const auto start = start_unit("exact").make();
    start->check(*target);
    const Position x = start_of(*start, *target, 5);
    const Position own = ExactDraws(target).at(Draws(1, Purpose::start, 5, 0, target->dim));
    EXPECT_TRUE(x.x == own.x && x.y == own.y) << unit.descriptor.id;
  }
}

// A Gaussian of which the start knows the energy alone.
TEST(Starts, ExactDrawsNeedTheEnergyAlone) {
  const Bare target;
  const auto start = start_unit("exact").make();
  start->check(target);
  Position sum, squares;
  for (std::uint32_t chain = 0; chain < count; ++chain) {
    const Position x = start_of(*start, target, chain);
    sum = sum + x;
    squares = squares + Position{x.x * x.x, x.y * x.y};
  }
  const double error = 5 / std::sqrt(count);
  EXPECT_NEAR(sum.x / count, 0, error);
  EXPECT_NEAR(sum.y / count, 0, error);
  EXPECT_NEAR(squares.x / count, 1, error * std::sqrt(2));
  EXPECT_NEAR(squares.y / count, 1, error * std::sqrt(2));
  EXPECT_NEAR(start->log_density({0.5, -1}, target).value(), -0.625 - std::log(2 * std::numbers::pi), 1e-7);
}

TEST(Starts, ModeIsTheCentre) {
  const auto target = target_unit("ring8").make();
  for (int k = 0; k < 8; ++k) {
    const auto start = start_unit("mode").make(std::vector{static_cast<double>(k)});
    start->check(*target);
    const Position x = start_of(*start, *target, 11);
    EXPECT_NEAR(x.x, 0.5 * std::cos(k * std::acos(-1) / 4), 1e-15);
    EXPECT_NEAR(x.y, 0.5 * std::sin(k * std::acos(-1) / 4), 1e-15);
  }
}

TEST(Starts, LowestAndHighestAreTheCornersOfTheWindow) {
  for (const auto& unit : kernel_targets()) {
    SCOPED_TRACE(unit.descriptor.id);
    const auto target = unit.make();
    const Position low = start_of(*start_unit("lowest").make(), *target, 3),
                   high = start_of(*start_unit("highest").make(), *target, 3);
    EXPECT_EQ(low.x, target->window().low.x);
    EXPECT_EQ(high.x, target->window().high.x);
    EXPECT_EQ(low.y, target->dim == 1 ? 0 : target->window().low.y);
    EXPECT_EQ(high.y, target->dim == 1 ? 0 : target->window().high.y);
    if (!target->lattice()) continue;
    EXPECT_EQ(start_unit("lowest").make()->distribution(*target->lattice()).front(), 1);
    EXPECT_EQ(start_unit("highest").make()->distribution(*target->lattice()).back(), 1);
  }
}

TEST(Starts, UnknownModeErrorListsTheLegalModes) {
  const auto start = start_unit("mode").make(std::vector{9.0});
  const std::string message = refusal(*start, *target_unit("ring8").make());
  for (const char* part : {"start.index", "'9'", "0 to 7"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  const std::string none = refusal(*start_unit("mode").make(), *target_unit("banana").make());
  EXPECT_NE(none.find("no modes"), std::string::npos) << none;
}

/// Of a lattice the nearest site is meant, up to half a site beyond its ends; farther out there is none.
TEST(Starts, APointOffTheLatticeIsNamedWithTheLegalOnes) {
  const auto lattice = target_unit("lattice8").make(), plane = target_unit("ring8").make();
  const auto point = [](double x, double y) { return start_unit("point").make(std::vector{x, y}); };
  for (const Position x : {Position{0, 7}, {-0.4, 7.4}, {3.6, 2}}) {
    point(x.x, x.y)->check(*lattice);
    EXPECT_EQ(
        point(x.x, x.y)->distribution(
            *lattice->lattice())[lattice->lattice()->sides().index(lattice->lattice()->sides().nearest(x))],
        1);
  }
  point(100, -3)->check(*plane);
  const std::string beyond = refusal(*point(100, 3), *lattice), below = refusal(*point(3, -1), *lattice);
  for (const char* part : {"start.x", "'100'", "0 to 7"})
    EXPECT_NE(beyond.find(part), std::string::npos) << beyond;
  for (const char* part : {"start.y", "'-1'", "0 to 7"})
    EXPECT_NE(below.find(part), std::string::npos) << below;
}

// A coordinate's slider runs over the target's window or a lattice's sites, from end to end: a run may begin
// at all of them.
TEST(Starts, SlidersOfCoordinatesEndWhereARunMayBegin) {
  for (const auto& unit : kernel_targets()) {
    const auto target = unit.make();
    const Position low = target->lattice() ? Position{} : target->window().low;
    for (const auto& [id, prefix] : {std::pair("point", ""), std::pair("normal", "mean_")}) {
      const Descriptor& start = start_unit(id).descriptor;
      std::vector<double> first, last;
      for (const Parameter& p : start.parameters) {
        const Range slider = slider_on(*target, p);
        ASSERT_LT(slider.low, slider.high) << unit.descriptor.id;
        EXPECT_GE(slider.low, p.hard.low);
        EXPECT_LE(slider.high, p.hard.high);
        if (p.id == std::string(prefix) + "x") {
          EXPECT_EQ(slider.low, low.x) << unit.descriptor.id;
        }
        first.push_back(slider.low);
        last.push_back(slider.high);
      }
      for (const auto& values : {first, last})
        EXPECT_EQ(refusal(*start_unit(id).make(values), *target), "") << unit.descriptor.id;
    }
  }
}

}  // namespace
}  // namespace ergo::starts_test
