#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/unit/position.h"

namespace ergo {

/// A Gaussian kernel density estimate, p(x) = sum_k weight_k N(x; centre_k, diag(sd^2)).
struct KernelDensity {
  std::vector<Position> centre;
  std::vector<double> weight;  ///< sum to 1
  Position sd{1, 1};           ///< for dim 1, y is 1 and has no meaning
  double bandwidth =
      0;  ///< over the standard deviations of the points: that asked for or, without one, the rule's
  double spacing =
      0;  ///< of the nodes that stand for the points, over their bandwidth; 0: each point is a term
};

inline constexpr double least_bandwidth = 1e-6;

/// Scott's rule, n^(-1/(dim + 4)); in two dimensions Silverman's is the same. Source: Scott, Multivariate
/// Density Estimation (1992), section 6.3.
double scotts_bandwidth(std::size_t points, int dim);

/// The estimate from points, two or more, of which each axis' standard deviation s (with n - 1) is not 0:
/// along each axis a kernel's standard deviation is bandwidth * s. A bandwidth of 0 is Scott's.
///
/// Up to `most` points are the centres themselves. More are shared out among the nodes of a grid, each among
/// the corners of its cell in proportion to its nearness (linear binning, Hall & Wand 1996), half a bandwidth
/// apart, or one if there would be more than `most` nodes. This keeps the points' mean and the covariance of
/// x with y; the variance that it adds is taken from the kernels, so that mean and covariance of the estimate
/// are those of the plain one. A single point's kernel has, along each axis, a variance off by a sixth of its
/// own at most. With nodes one bandwidth apart still too many, Scott's rule is widened in steps of a
/// twentieth until they are not.
///
/// Throws Error: naming `where` for points that are too few or equal along an axis; naming `where_bandwidth`
/// for a bandwidth below the least, or of which there would be too many nodes. `source` says whose points
/// they are. Squares of coordinates must be finite.
KernelDensity kernel_density(std::span<const Position> points, int dim, double bandwidth, std::size_t most,
                             const std::string& source, const std::string& where,
                             const std::string& where_bandwidth);

}  // namespace ergo
