// Exact draws of every registered target: their moments in closed form, and their distribution by
// chi-squared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "core/unit/registry.h"

namespace ergo::exact_draws_test {
namespace {

constexpr std::uint32_t draw_count = 40000;

std::vector<Position> exact_draws(const Target& target) {
  std::vector<Position> all;
  for (std::uint32_t chain = 0; chain < draw_count; ++chain)
    all.push_back(target.draw(Draws(1, Purpose::exact, chain, 0, target.dim)).value());
  return all;
}

TEST(ExactDraws, ArePureAndKeepToTheTargetsDimension) {
  for (const auto& unit : targets(Space::plane)) {
    const auto target = unit.make();
    const auto at = [&](std::uint32_t chain) {
      return target->draw(Draws(1, Purpose::exact, chain, 0, target->dim)).value();
    };
    const Position first = at(0), again = at(0), other = at(1);
    EXPECT_TRUE(first.x == again.x && first.y == again.y) << unit.descriptor.id;
    EXPECT_NE(first.x, other.x) << unit.descriptor.id;
    if (target->dim == 1) {
      EXPECT_EQ(first.y, 0) << unit.descriptor.id;
    }
  }
}

struct Moments {
  double x, y, xx, yy, xy;
};

/// First and second moments at the default parameters, in closed form but for donut and double_well, which
/// are by quadrature. NaN where the fourth moment is so large that no sample's standard error can be trusted.
const std::map<std::string, Moments>& moments() {
  constexpr double heavy = std::numeric_limits<double>::quiet_NaN();
  double xbar = 0;
  for (std::uint32_t i = 0; i < 100; ++i) xbar += datum(i) / 100;
  static const std::map<std::string, Moments> all = {
      {"ring8", {0, 0, 0.075 * 0.075 + 0.125, 0.075 * 0.075 + 0.125, 0}},
      {"gaussian", {0, 0, 1, 1, 0}},
      {"correlated_gaussian", {0, 0, 0.505, 0.505, -0.495}},
      {"three_gaussians", {-2.0 / 3, 2.0 / 3, 10.6 / 3, 10.6 / 3, 1.0 / 6}},
      {"banana", {0, 0.4, 4, 1.69, 0.5}},
      {"donut", {0, 0, 3.40475, 3.40475, 0}},
      {"squiggle", {0, 0, 2, 1, 0.25}},
      {"funnel", {0, 2, heavy, 13, heavy}},
      // E r^2 = mean of k^2 + 3 sd^2 over the rings: the density of r carries a factor r/k.
      {"rings", {0, 0, (7.5 + 3 * 0.0225) / 2, (7.5 + 3 * 0.0225) / 2, 0}},
      {"oscillator", {0, 0, 1, 0, 0}},
      {"gaussian_mean", {xbar, 0, xbar * xbar + 0.01, 0, 0}},
      {"double_well", {-2.147955, 0, 7.475479, 0, 0}},
  };
  return all;
}

TEST(ExactDraws, HaveTheTargetsMoments) {
  for (const auto& unit : targets(Space::plane)) {
    SCOPED_TRACE(unit.descriptor.id);
    ASSERT_TRUE(moments().contains(unit.descriptor.id));
    const Moments& m = moments().at(unit.descriptor.id);
    const auto draws = exact_draws(*unit.make());
    const auto expect_mean = [&](const char* what, auto statistic, double expected) {
      if (std::isnan(expected)) return;
      double sum = 0, squares = 0;
      for (const Position& x : draws) sum += statistic(x), squares += statistic(x) * statistic(x);
      const double mean = sum / draw_count, variance = squares / draw_count - mean * mean;
      // 1e-6: to how many digits the expectations by quadrature are given.
      EXPECT_NEAR(mean, expected, 5 * std::sqrt(std::max(0.0, variance) / draw_count) + 1e-6) << what;
    };
    expect_mean(
        "x", [](Position x) { return x.x; }, m.x);
    expect_mean(
        "y", [](Position x) { return x.y; }, m.y);
    expect_mean(
        "xx", [](Position x) { return x.x * x.x; }, m.xx);
    expect_mean(
        "yy", [](Position x) { return x.y * x.y; }, m.yy);
    expect_mean(
        "xy", [](Position x) { return x.x * x.y; }, m.xy);
  }
}

/// The window cut into cells, and the probability of each; the last cell is all the rest.
class Grid {
 public:
  explicit Grid(const Target& target)
      : window_(target.window()), columns_(target.dim > 1 ? 40 : 200), rows_(target.dim > 1 ? 40 : 1) {
    const Position side = window_.high - window_.low;
    cell_ = {side.x / columns_, target.dim > 1 ? side.y / rows_ : 1};
    double inside = 0;
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column) {
        const Position corner = {window_.low.x + column * cell_.x, window_.low.y + row * cell_.y};
        probability_.push_back(target.dim > 1 ? plane_mass(target, corner) : line_mass(target, corner.x));
        inside += probability_.back();
      }
    probability_.push_back(std::max(0.0, 1 - inside));
  }

  const std::vector<double>& probability() const { return probability_; }

  std::size_t index(Position x) const {
    const double column = std::floor((x.x - window_.low.x) / cell_.x);
    const double row = rows_ > 1 ? std::floor((x.y - window_.low.y) / cell_.y) : 0;
    const bool inside = column >= 0 && column < columns_ && row >= 0 && row < rows_;
    return inside ? static_cast<std::size_t>(row * columns_ + column) : probability_.size() - 1;
  }

 private:
  // Gauss-Legendre with three points on each of `parts` parts of [0, 1].
  template <class Function>
  static double integrate(int parts, Function f) {
    const double node = std::sqrt(0.6);
    double total = 0;
    for (int part = 0; part < parts; ++part) {
      const double middle = (part + 0.5) / parts, half = 0.5 / parts;
      total += (5 * f(middle - half * node) + 8 * f(middle) + 5 * f(middle + half * node)) / (18 * parts);
    }
    return total;
  }
  static double density(const Target& target, Position x) {
    return std::exp(-target.evaluate(x).energy - *target.log_normaliser());
  }
  double line_mass(const Target& target, double low) const {
    return cell_.x * integrate(8, [&](double s) { return density(target, {low + s * cell_.x, 0}); });
  }
  double plane_mass(const Target& target, Position low) const {
    return cell_.x * cell_.y * integrate(8, [&](double t) {
             return integrate(8, [&](double s) {
               return density(target, {low.x + s * cell_.x, low.y + t * cell_.y});
             });
           });
  }

  Window window_;
  int columns_, rows_;
  Position cell_;
  std::vector<double> probability_;
};

/// Upper tail of chi-squared by the cube-root normal approximation (Wilson & Hilferty 1931), good to a few
/// per cent of the tail for the hundred degrees of freedom and more that the grids have.
double chi_squared_tail(double statistic, double degrees) {
  const double variance = 2 / (9 * degrees);
  const double z = (std::cbrt(statistic / degrees) - (1 - variance)) / std::sqrt(variance);
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

/// p-value of the draws under the target, cells pooled in order of probability until 10 draws are expected.
double p_value(const Target& target, const std::vector<Position>& draws) {
  const Grid grid(target);
  const auto& probability = grid.probability();
  std::vector<double> observed(probability.size(), 0);
  for (const Position& x : draws) observed[grid.index(x)] += 1;
  std::vector<std::size_t> order(probability.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return probability[i]; });

  const auto count = static_cast<double>(draws.size());
  double statistic = 0, pooled_expected = 0, pooled_observed = 0;
  int pools = 0;
  for (const std::size_t i : order) {
    pooled_expected += count * probability[i];
    pooled_observed += observed[i];
    if (pooled_expected < 10) continue;
    statistic += std::pow(pooled_observed - pooled_expected, 2) / pooled_expected;
    pooled_expected = pooled_observed = 0;
    ++pools;
  }
  EXPECT_GE(pools, 50);
  return chi_squared_tail(statistic, pools - 1);
}

TEST(ExactDraws, FollowTheTargetsDistribution) {
  // Overall level 1e-3 over all targets (Šidák).
  const double level = 1 - std::pow(1 - 1e-3, 1.0 / static_cast<double>(targets(Space::plane).size()));
  for (const auto& unit : targets(Space::plane)) {
    const auto target = unit.make();
    const double p = p_value(*target, exact_draws(*target));
    EXPECT_GT(p, level) << unit.descriptor.id;
    RecordProperty(unit.descriptor.id, std::to_string(p));
  }
}

// What the test can see: radii drawn as N(k, sd^2), without the factor r/k, an error of one part in seven per
// standard deviation on the innermost ring.
TEST(ExactDraws, TheTestSeesRingsDrawnWithoutTheirJacobian) {
  const auto rings = target_unit("rings").make();
  std::vector<Position> wrong;
  for (std::uint32_t chain = 0; chain < draw_count; ++chain) {
    const Draw d = Draws(1, Purpose::exact, chain, 0, 2)(0);
    const double r = std::ceil(4 * d.uniform1) + 0.15 * d.normal_x, angle = 2 * std::numbers::pi * d.uniform2;
    wrong.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  EXPECT_LT(p_value(*rings, wrong), 1e-6);
}

}  // namespace
}  // namespace ergo::exact_draws_test
