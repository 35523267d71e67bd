#include "core/verification/well_visits.h"

#include <cmath>

#include "core/unit/registry.h"

namespace ergo {

namespace {

constexpr double low = -6, width = 0.1;  // of the bins

/// Masses of the double well's distribution in the bins, by Simpson's rule on four panels.
template <std::size_t bins>
std::array<double, bins> masses() {
  const auto target = target_unit("double_well").make();
  std::array<double, bins> all{};
  for (std::size_t b = 0; b < bins; ++b)
    for (int k = 0; k <= 8; ++k) {
      const double weight = k % 8 == 0 ? 1 : k % 2 == 1 ? 4 : 2;
      const double x = low + width * (static_cast<double>(b) + k / 8.0);
      all[b] += weight * width / 24 * std::exp(-target->evaluate({x, 0}).energy - *target->log_normaliser());
    }
  return all;
}

}  // namespace

void WellVisits::add(double x) {
  ++all_;
  const double bin = std::floor((x - low) / width);
  if (bin >= 0 && bin < static_cast<double>(bins)) ++inside_[static_cast<std::size_t>(bin)];
}

double WellVisits::distance() const {
  static const auto distribution = masses<bins>();
  double apart = 0, inside = 0;
  for (std::size_t b = 0; b < bins; ++b) {
    const double share = static_cast<double>(inside_[b]) / static_cast<double>(all_);
    apart += std::abs(distribution[b] - share);
    inside += share;
  }
  return (apart + 1 - inside) / 2;
}

}  // namespace ergo
