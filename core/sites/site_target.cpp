#include "core/sites/site_target.h"

#include <array>
#include <bit>

#include "core/sites/site_counts.h"

namespace ergo {

int kernel_log_bits(int values) {
  const int bits = std::bit_width(static_cast<unsigned>(values - 1));
  return std::bit_width(static_cast<unsigned>(bits - 1));
}

void SiteTarget::all_changes(ConfigurationView x, std::span<double> changes) const {
  const auto width = static_cast<std::size_t>(values_);
  for (int site = 0; site < sites_; ++site)
    this->changes(x, site, changes.subspan(width * static_cast<std::size_t>(site), width));
}

SiteWork SiteTarget::work() const {
  constexpr double of_pair = 2, of_site = 6;
  return {of_site * sites_ + (pairs() ? of_pair * static_cast<double>(pairs()->pairs.size()) : 0), 30};
}

double mean_level(const SiteTarget& target, ConfigurationView x) {
  std::array<int, 256> counts;
  count_values(x, std::span(counts).first(static_cast<std::size_t>(target.values())));
  double sum = 0;
  for (int value = 0; value < target.values(); ++value)
    sum += counts[static_cast<std::size_t>(value)] * target.level(value);
  return sum / static_cast<double>(x.size());
}

}  // namespace ergo
