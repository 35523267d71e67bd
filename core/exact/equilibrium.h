#pragma once

#include <span>
#include <vector>

#include "core/exact/cycle.h"
#include "core/exact/spectrum.h"
#include "core/unit/position.h"

namespace ergo {

/// Number of states up to which stationary distributions are found by elimination and gaps from all eigenvalues. Beyond
/// it, the kernel is applied repeatedly.
inline constexpr std::size_t most_solved = 1024;

/// The stationary distribution of a whole cycle.
std::vector<double> stationary_distribution(const Transitions& cycle, std::span<const double> target_distribution,
                                            const Watch& watch = {});

/// Spectral gap per step: 1 - |lambda_2|^(1/s) with the second eigenvalue of a whole cycle of s steps.
Gap spectral_gap(const Transitions& cycle, std::span<const double> target_distribution, const Watch& watch = {});

/// Means over the steps of a cycle that starts with `distribution`.
struct StepMeans {
  double acceptance = 0;
  double squared_jump = 0;  ///< E |x' - x|^2, sites^2
};
StepMeans step_means(const Cycle& cycle, std::span<const double> distribution, ThreadPool& pool);

/// J(x, y) = distribution(x) P(x, y) - distribution(y) P(y, x), the net flow of probability from x to y in a
/// step.
SquareMatrix flow(const SquareMatrix& matrix, std::span<const double> distribution);

/// The flow as a field to draw: sum over y of J(x, y) (y - x)/2 at every site x.
std::vector<Position> flow_field(const SquareMatrix& flow, const Sides& sides);

}  // namespace ergo
