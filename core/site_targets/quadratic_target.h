#pragma once

#include <memory>

#include "core/sites/site_target.h"

namespace ergo {

/// Gaussian on {0 .. values - 1}^d: E(x) = (x - b)'W(x - b)/2, W symmetric by rows [d, d], b in every
/// component. E is finite and p normalised for any W. Throws Error for fewer than 2 or more than 256 values,
/// a W that is not square or not symmetric, and numbers that are not finite.
std::shared_ptr<const SiteTarget> lattice_gaussian_target(int values, double b, const std::vector<double>& w);

/// W = P'diag(1/v)P, P orthogonal and drawn by seed, v_i = 1 + (spread - 1) i/(d - 1).
std::vector<double> rotated_precision(int dimensions, double spread, std::uint64_t seed);

/// W = L M L, L = diag(1/sqrt(v)), M_ii = 1, M_{i,i+1} ~ N(0, 0.2^2) around a cycle.
std::vector<double> cyclic_precision(int dimensions, double spread, std::uint64_t seed);

}  // namespace ergo
