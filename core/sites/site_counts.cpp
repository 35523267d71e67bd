#include "core/sites/site_counts.h"

#include <algorithm>

#include "core/maths/wide.h"

namespace ergo {
namespace {

ERGO_WIDE int count_of_equal(const std::uint8_t* x, std::uint8_t value, std::size_t count) {
  int sum = 0;
  for (std::size_t site = 0; site < count; ++site) sum += x[site] == value;
  return sum;
}

ERGO_WIDE int count_of_unequal(const std::uint8_t* x, const std::uint8_t* y, std::size_t count) {
  int sum = 0;
  for (std::size_t site = 0; site < count; ++site) sum += x[site] != y[site];
  return sum;
}

}  // namespace

void count_values(ConfigurationView x, std::span<int> counts) {
  if (counts.size() == 2) {
    counts[1] = count_of(x, 1);
    counts[0] = static_cast<int>(x.size()) - counts[1];
    return;
  }
  std::ranges::fill(counts, 0);
  for (const std::uint8_t value : x) ++counts[value];
}

int count_of(ConfigurationView x, std::uint8_t value) { return count_of_equal(x.data(), value, x.size()); }

int differing(ConfigurationView x, ConfigurationView y) {
  return count_of_unequal(x.data(), y.data(), x.size());
}

}  // namespace ergo
