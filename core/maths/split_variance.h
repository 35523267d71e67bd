#pragma once

#include <cstdint>
#include <span>

namespace ergo {

/// Variances of the distances of a histogram from a distribution.
struct DistanceVariances {
  double total_variation = 0, divergence = 0;
};

/// For independent draws of any distribution, of which only the histogram is known. Draws cut into two halves
/// by chance give two independent distances; half their mean squared difference is, without bias, the
/// variance V(n/2) at half as many draws, and quarters give V(n/4). A power of n through both is continued to
/// n:
///   V(n) = V(n/2)^2/V(n/4),
/// right where V goes as 1/n, the sites being well covered, and where it goes as n, few of them being reached
/// and hence the distribution of the others unseen. NaN below two draws.
DistanceVariances split_variances(std::span<const std::uint64_t> counts, std::span<const double> masses);

}  // namespace ergo
