#pragma once

#include <array>
#include <cstdint>

namespace ergo {

/// Where a chain on the double well has been, in 120 bins of [-6, 6] (Ding et al. 2014, Fig. 1).
class WellVisits {
 public:
  void add(double x);
  /// Total variation distance of the visits from the double well's distribution; visits outside the bins
  /// count in full.
  double distance() const;

 private:
  static constexpr std::size_t bins = 120;
  std::array<std::uint64_t, bins> inside_{};
  std::uint64_t all_ = 0;
};

}  // namespace ergo
