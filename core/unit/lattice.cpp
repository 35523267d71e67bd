#include "core/unit/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/maths/quadratic_model.h"
#include "core/unit/inverse_cdf.h"

namespace ergo {

Position Sides::nearest(Position point) const {
  const auto along = [](double place, int side) { return std::clamp(std::round(place), 0.0, side - 1.0); };
  return {along(point.x, x), along(point.y, y)};
}

std::vector<double> point_distribution(const Sides& sides, Position point) {
  std::vector<double> distribution(sides.count());
  distribution[sides.index(sides.nearest(point))] = 1;
  return distribution;
}

const LatticeTarget::Known& LatticeTarget::known() const {
  std::call_once(once_, [this] {
    const std::size_t count = sides_.count();
    known_.table.resize(count);
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
      known_.table[i] = at(sides_.site(i));
      lowest = std::min(lowest, known_.table[i].energy);
    }
    known_.distribution.resize(count);
    known_.cumulative.resize(count);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      known_.distribution[i] = std::exp(lowest - known_.table[i].energy);
      known_.cumulative[i] = sum += known_.distribution[i];
    }
    for (double& mass : known_.distribution) mass /= sum;
    known_.log_normaliser = std::log(sum) - lowest;
  });
  return known_;
}

std::optional<Position> LatticeTarget::draw(const Draws& draws) const {
  const auto& cumulative = known().cumulative;
  const double u = fine_uniform(draws(0)) * cumulative.back();
  const auto found = std::lower_bound(cumulative.begin(), cumulative.end() - 1, u);
  return sides_.site(static_cast<std::size_t>(found - cumulative.begin()));
}

std::vector<double> LatticeTarget::device_numbers(std::span<const double>) const {
  const auto& [table, distribution, cumulative, log_normaliser] = known();
  const auto& [d, m_xx, m_xy, m_yy] = curvature();
  std::vector<double> numbers = {1.0 * sides_.x, 1.0 * sides_.y, d.x, d.y, m_xx, m_xy, m_yy, 0.0};
  numbers.reserve(4 * (2 + table.size()));
  for (std::size_t i = 0; i < table.size(); ++i)
    numbers.insert(numbers.end(),
                   {table[i].energy, table[i].gradient.x, table[i].gradient.y, distribution[i]});
  return numbers;
}

const Curvature& LatticeTarget::curvature() const {
  std::call_once(curvature_once_, [this] {
    constexpr std::uint32_t pairs = 64;
    const auto drawn = [&](std::uint32_t k) { return *draw(Draws(1, Purpose::data, k, 0, 2)); };
    Eigen::MatrixXd steps(pairs, 2), changes(pairs, 2);
    for (std::uint32_t k = 0; k < pairs; ++k) {
      const Position x = drawn(2 * k), y = drawn(2 * k + 1), step = y - x;
      const Position change = evaluate(x).gradient - evaluate(y).gradient;  // of grad U = -grad E
      steps.row(k) << step.x, step.y;
      changes.row(k) << change.x, change.y;
    }
    const auto [d, m] = gaussian_integral(closest_hessian(steps, changes), DiagonalRule::trace);
    curvature_ = {{d(0), d(1)}, m(0, 0), m(0, 1), m(1, 1)};
  });
  return curvature_;
}

}  // namespace ergo
