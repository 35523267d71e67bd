#include "core/unit/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/unit/inverse_cdf.h"

namespace ergo {

Position Sides::nearest(Position point) const {
  const auto along = [](double place, int side) { return std::clamp(std::round(place), 0.0, side - 1.0); };
  return {along(point.x, x), along(point.y, y)};
}

std::vector<double> point_law(const Sides& sides, Position point) {
  std::vector<double> law(sides.count());
  law[sides.index(sides.nearest(point))] = 1;
  return law;
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
    known_.law.resize(count);
    known_.cumulative.resize(count);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      known_.law[i] = std::exp(lowest - known_.table[i].energy);
      known_.cumulative[i] = sum += known_.law[i];
    }
    for (double& mass : known_.law) mass /= sum;
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

}  // namespace ergo
