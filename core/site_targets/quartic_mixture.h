#pragma once

#include <cstdint>
#include <memory>

#include "core/sites/site_target.h"

namespace ergo {

/// A mixture on {0 .. side - 1}^d with fourth powers in the place of a Gaussian's squares:
///   E(x) = -log sum_k exp(-sum_j ((P (x - c_k))_j/s_j)^4),
/// P orthogonal and drawn by seed; the centre c_k has (side - 1) (k - 1)/(K - 1) in every component, for K =
/// 1 (side - 1)/2; s_j = width (side - 1) exp(-1/2 + (j - 1)/(d - 1)).
struct QuarticMixture {
  int dimensions, side, components;
  double width;
  std::uint64_t seed;
};
inline constexpr int most_quartic_dimensions = 400, most_quartic_components = 256;

/// Throws Error for less than 1 or more than these dimensions and components, fewer than 2 or more than 256
/// values, and a width that is not positive.
std::shared_ptr<const SiteTarget> quartic_mixture_target(const QuarticMixture& mixture);

}  // namespace ergo
