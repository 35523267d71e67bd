#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/thread_pool.h"
#include "core/exact/square_matrix.h"
#include "core/unit/lattice.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

/// Largest number of sites for auxiliary_moves().
inline constexpr std::size_t most_auxiliary_sites = 1024;
/// Number of sites for which it takes about 50 ms, so that it can be called after every edit of a run.
inline constexpr std::size_t most_live_auxiliary_sites = 100;

/// Probabilities with which a Metropolis step with an auxiliary variable u proposes and accepts, the matrix
///   A(x, y) = integral du min(N(u; M x, I) q(y | x, u), e^{E(x) - E(y)} N(u; M y, I) q(x | y, u))
/// by the trapezoidal rule. Nodes are common to all sites, so that e^-E(x) A(x, y) is symmetric term by term
/// at any spacing. The minimum has a kink, and the error falls as the square of the spacing, which is halved
/// until no row changes by more than 1e-5 in the 1-norm: A is right to a third of that. Throws Error beyond
/// most_auxiliary_sites, and where too many nodes would be needed, which happens only where M sees x in two
/// directions.
SquareMatrix auxiliary_moves(const LatticeTarget& target, const LatticeKernel& kernel, ThreadPool& pool,
                             std::uint64_t step);

}  // namespace ergo
