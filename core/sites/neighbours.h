#pragma once

#include <span>

#include "core/sites/site_target.h"

namespace ergo {

/// The neighbours of all sites of a graph. Where few distances between the numbers of neighbours occur, as on
/// grids, counts go through all sites once for each distance, many sites at a time.
class Neighbours {
 public:
  /// Of sites 0 .. sites - 1.
  Neighbours(int sites, std::span<const SitePair> pairs);

  std::span<const int> of(std::size_t site) const {
    return {neighbours_.data() + first_[site], neighbours_.data() + first_[site + 1]};
  }
  /// The largest number of neighbours of a site.
  int most() const { return most_; }

  /// Number of pairs with equal values.
  int equal_pairs(ConfigurationView x) const;
  /// Sum of a site's neighbours' spins, -1 for value 0 and 1 for value 1.
  int spin_sum(ConfigurationView x, std::size_t site) const {
    int ones = 0;
    for (const int other : of(site)) ones += x[static_cast<std::size_t>(other)];
    return 2 * ones - degrees_[site];
  }
  /// That of each site.
  void spin_sums(ConfigurationView x, std::span<std::int16_t> sums) const;

  /// The pairs (i, i + distance): 1 at these i < n - distance, and 0 at others.
  struct Distance {
    std::size_t distance;
    std::vector<std::uint8_t> pairs;
  };

 private:
  void find_distances(std::size_t sites, std::span<const SitePair> pairs);

  std::vector<int> neighbours_;
  std::vector<std::size_t> first_;
  std::vector<std::int16_t> degrees_;
  int most_ = 0;
  std::vector<Distance> distances_;  ///< none if there are too many
};

}  // namespace ergo
