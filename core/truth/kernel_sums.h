#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/unit/position.h"

namespace ergo {

/// The Gaussian kernel k(a, b) = exp(-|a - b|^2 / (2 h^2)).
inline double gaussian_kernel(Position a, Position b, double bandwidth) {
  const Position d = (a - b) / bandwidth;
  return std::exp(-0.5 * dot(d, d));
}

/// Distance, in bandwidths, from which the kernel counts as zero: exp(-reach^2 / 2) = 1e-8.
inline constexpr double kernel_reach = 6.069708517540585;

/// The sum over j != i of weights[j] k(x_i, x_j) for every i, to an absolute error of 1e-7 times the sum of
/// |weights|, in time O(N) for swarms that spread over a few bandwidths and never O(N^2) for dense ones,
/// wherever single points have flown to. All positions must be finite.
std::vector<double> kernel_sums(std::span<const Position> x, std::span<const double> weights,
                                double bandwidth);

/// The same sums by their definition, in time O(N^2).
std::vector<double> kernel_sums_by_pairs(std::span<const Position> x, std::span<const double> weights,
                                         double bandwidth);

}  // namespace ergo
