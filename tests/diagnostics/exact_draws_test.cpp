// Exact draws of every registered target: their moments by quadrature of the energy, and their distribution by
// chi-squared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/truth/exact_draws.h"
#include "core/unit/registry.h"

namespace ergo::exact_draws_test {
namespace {

constexpr std::uint32_t draw_count = 40000;

Draws draws_of(std::uint32_t chain, const Target& target) {
  return Draws(1, Purpose::exact, chain, 0, target.dim);
}

std::vector<Position> exact_draws(const std::shared_ptr<const Target>& target) {
  const ExactDraws draws(target);
  std::vector<Position> all;
  for (std::uint32_t chain = 0; chain < draw_count; ++chain) all.push_back(draws.at(draws_of(chain, *target)));
  return all;
}

TEST(ExactDraws, ArePureAndKeepToTheTargetsDimension) {
  for (const auto& unit : targets(Space::plane)) {
    const std::shared_ptr<const Target> target = unit.make();
    const ExactDraws draws(target);
    const auto at = [&](std::uint32_t chain) { return draws.at(draws_of(chain, *target)); };
    const Position first = at(0), again = at(0), other = at(1);
    EXPECT_TRUE(first.x == again.x && first.y == again.y) << unit.descriptor.id;
    EXPECT_NE(first.x, other.x) << unit.descriptor.id;
    if (target->dim == 1) {
      EXPECT_EQ(first.y, 0) << unit.descriptor.id;
    }
  }
}

/// First and second moments against sums over the table, which knows the energy alone. The table gives the
/// standard errors too: a sample of a heavy tail does not know its own.
TEST(ExactDraws, HaveTheTargetsMoments) {
  const std::pair<const char*, double (*)(Position)> statistics[] = {
      {"x", [](Position x) { return x.x; }},
      {"y", [](Position x) { return x.y; }},
      {"xx", [](Position x) { return x.x * x.x; }},
      {"yy", [](Position x) { return x.y * x.y; }},
      {"xy", [](Position x) { return x.x * x.y; }}};
  for (const auto& unit : targets(Space::plane)) {
    SCOPED_TRACE(unit.descriptor.id);
    const std::shared_ptr<const Target> target = unit.make();
    const auto draws = exact_draws(target);
    const TabulatedDensity table = tabulate(*target);
    for (const auto& [name, statistic] : statistics) {
      double expected = 0, squares = 0, sum = 0;
      for (int i = 0; i < table.x.count(); ++i)
        for (int j = 0; j < table.y.count(); ++j) {
          const double value = statistic({table.x.node(i), table.y.node(j)});
          expected += table.at(i, j) * value;
          squares += table.at(i, j) * value * value;
        }
      for (const Position& x : draws) sum += statistic(x);
      // 1e-6: the mass that the table leaves out, times the squares of distances of tens.
      const double error = std::sqrt(std::max(0.0, squares - expected * expected) / draw_count);
      EXPECT_NEAR(sum / draw_count, expected, 5 * error + 1e-6) << name;
    }
  }
}

/// The window cut into cells, and the probability of each; the last cell is all the rest.
class Grid {
 public:
  explicit Grid(const std::shared_ptr<const Target>& shared)
      : Grid(*shared, ExactDraws(shared).log_normaliser()) {}
  Grid(const Target& target, double log_normaliser)
      : window_(target.window()),
        log_normaliser_(log_normaliser),
        columns_(target.dim > 1 ? 40 : 200),
        rows_(target.dim > 1 ? 40 : 1) {
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
  double density(const Target& target, Position x) const {
    return std::exp(-target.evaluate(x).energy - log_normaliser_);
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
  double log_normaliser_;
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
double p_value(const std::shared_ptr<const Target>& target, const std::vector<Position>& draws) {
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
    const std::shared_ptr<const Target> target = unit.make();
    const double p = p_value(target, exact_draws(target));
    EXPECT_GT(p, level) << unit.descriptor.id;
    RecordProperty(unit.descriptor.id, std::to_string(p));
  }
}

// What the test can see: radii drawn as N(k, sd^2), without the factor r/k, an error of one part in seven per
// standard deviation on the innermost ring.
TEST(ExactDraws, TheTestSeesRingsDrawnWithoutTheirJacobian) {
  const std::shared_ptr<const Target> rings = target_unit("rings").make();
  std::vector<Position> wrong;
  for (std::uint32_t chain = 0; chain < draw_count; ++chain) {
    const Draw d = Draws(1, Purpose::exact, chain, 0, 2)(0);
    const double r = std::ceil(4 * d.uniform1) + 0.15 * d.normal_x, angle = 2 * std::numbers::pi * d.uniform2;
    wrong.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  EXPECT_LT(p_value(rings, wrong), 1e-6);
}

}  // namespace
}  // namespace ergo::exact_draws_test
