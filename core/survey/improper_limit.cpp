#include "core/survey/improper_limit.h"

#include <cmath>

namespace ergo {

std::optional<double> diverging_slope(const std::vector<MassOnTheWay>& mass) {
  constexpr double level = 3e-3;           // a slope that may be none
  constexpr double slow = -0.2;            // a slope that may be vanishing
  constexpr double slowest_power = -1.03;  // c: where it is -1, the slopes' errors may say a little less
  constexpr double least_way = 40;         // over which a power of v differs from one of exp v
  const std::size_t count = mass.size();
  if (count < 3) return {};
  const auto slope = [&](std::size_t k) {
    return (mass[k + 1].log_mass - mass[k].log_mass) / (mass[k + 1].v - mass[k].v);
  };
  const double last = slope(count - 2), before = slope(count - 3);
  if (std::isnan(last) || std::isnan(before)) return {};
  if (last >= -level && before >= -level) return last;
  if (!(last > slow && before > slow && last < 0 && before < 0)) return {};
  if (mass.back().v - mass.front().v < least_way) return {};
  // With s = c/(v - v0), 1/s grows by 1/c a unit of v.
  const auto middle = [&](std::size_t k) { return 0.5 * (mass[k].v + mass[k + 1].v); };
  const double c = (middle(count - 2) - middle(count - 3)) / (1 / last - 1 / before);
  if (c < 0 && c >= slowest_power) return last;
  return {};
}

}  // namespace ergo
