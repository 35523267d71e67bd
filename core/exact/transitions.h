#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/exact/square_matrix.h"

namespace ergo {

/// The exact transitions of a run between the states of its target, one for each step of its sampler's period (which is
/// 1 except for cyclical samplers). Use it from one thread.
class Transitions {
 public:
  virtual ~Transitions() = default;

  virtual std::size_t steps() const = 0;
  /// Whether the target is stationary under every step.
  virtual bool keeps_target() const = 0;
  /// Whether the step is reversible with respect to the target.
  virtual bool reversible() const = 0;
  /// mu P of step number `step` of a period.
  virtual std::vector<double> apply(std::span<const double> mu, std::size_t step) const = 0;
  /// P_1 P_2 ... Throws Error where there are too many states.
  virtual SquareMatrix matrix() const = 0;

  /// mu P_1 P_2 ... over a whole period.
  std::vector<double> apply(std::span<const double> mu) const {
    std::vector<double> distribution(mu.begin(), mu.end());
    for (std::size_t k = 0; k < steps(); ++k) distribution = apply(distribution, k);
    return distribution;
  }
};

}  // namespace ergo
