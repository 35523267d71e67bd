#include "core/sites/neighbours.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/maths/wide.h"

namespace ergo {
namespace {

/// Sites that are counted at once, by bytes that stay in the processor's nearest memory.
constexpr std::size_t tile = 256;
using Bytes = std::array<std::uint8_t, tile>;

ERGO_WIDE int equal_by_distances(std::span<const Neighbours::Distance> distances, ConfigurationView x) {
  const std::uint8_t* value = x.data();
  const std::size_t n = x.size();
  int sum = 0;
  for (std::size_t begin = 0; begin < n; begin += tile) {
    Bytes equal{};
    for (const auto& [distance, pairs] : distances) {
      const std::uint8_t* pair = pairs.data();
      const std::size_t end = std::min(begin + tile, n - distance);
      for (std::size_t site = begin; site < end; ++site)
        equal[site - begin] += (value[site] == value[site + distance]) & pair[site];
    }
    for (const std::uint8_t count : equal) sum += count;
  }
  return sum;
}

ERGO_WIDE void spins_by_distances(std::span<const Neighbours::Distance> distances, ConfigurationView x,
                                  const std::int16_t* degrees, std::int16_t* sums) {
  const std::uint8_t* value = x.data();
  const std::size_t n = x.size();
  for (std::size_t begin = 0; begin < n; begin += tile) {
    Bytes ones{};
    const std::size_t end = std::min(begin + tile, n);
    for (const auto& [distance, pairs] : distances) {
      const std::uint8_t* pair = pairs.data();
      const std::size_t last = std::min(end, n - distance);
      for (std::size_t site = begin; site < last; ++site)
        ones[site - begin] += value[site + distance] & pair[site];
      for (std::size_t site = std::max(begin, distance); site < end; ++site)
        ones[site - begin] += value[site - distance] & pair[site - distance];
    }
    ERGO_INDEPENDENT
    for (std::size_t site = begin; site < end; ++site)
      sums[site] = static_cast<std::int16_t>(2 * ones[site - begin] - degrees[site]);
  }
}

}  // namespace

Neighbours::Neighbours(int sites, std::span<const SitePair> pairs)
    : first_(static_cast<std::size_t>(sites) + 1), degrees_(static_cast<std::size_t>(sites)) {
  for (const auto [first, second] : pairs) {
    ++degrees_[static_cast<std::size_t>(first)];
    ++degrees_[static_cast<std::size_t>(second)];
  }
  for (std::size_t site = 0; site < degrees_.size(); ++site) {
    first_[site + 1] = first_[site] + static_cast<std::size_t>(degrees_[site]);
    most_ = std::max<int>(most_, degrees_[site]);
  }
  neighbours_.resize(first_.back());
  auto next = first_;
  for (const auto [first, second] : pairs) {
    neighbours_[next[static_cast<std::size_t>(first)]++] = second;
    neighbours_[next[static_cast<std::size_t>(second)]++] = first;
  }
  find_distances(degrees_.size(), pairs);
}

void Neighbours::find_distances(std::size_t sites, std::span<const SitePair> pairs) {
  constexpr std::size_t sites_at_once = 16;  // at least, by vectors of bytes
  constexpr int most_in_byte = 255;
  if (most_ > most_in_byte) return;
  for (const auto [first, second] : pairs) {
    const auto distance = static_cast<std::size_t>(std::abs(second - first));
    auto found = std::ranges::find(distances_, distance, &Distance::distance);
    if (found == distances_.end()) {
      distances_.push_back({distance, std::vector<std::uint8_t>(sites - distance)});
      found = std::prev(distances_.end());
      if (distances_.size() * sites > sites_at_once * pairs.size()) return distances_.clear();
    }
    found->pairs[static_cast<std::size_t>(std::min(first, second))] = 1;
  }
}

int Neighbours::equal_pairs(ConfigurationView x) const {
  if (!distances_.empty()) return equal_by_distances(distances_, x);
  int twice = 0;
  for (std::size_t site = 0; site < x.size(); ++site)
    for (const int other : of(site)) twice += x[site] == x[static_cast<std::size_t>(other)];
  return twice / 2;
}

void Neighbours::spin_sums(ConfigurationView x, std::span<std::int16_t> sums) const {
  if (!distances_.empty()) return spins_by_distances(distances_, x, degrees_.data(), sums.data());
  for (std::size_t site = 0; site < x.size(); ++site)
    sums[site] = static_cast<std::int16_t>(spin_sum(x, site));
}

}  // namespace ergo
