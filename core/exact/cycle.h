#pragma once

#include <span>
#include <vector>

#include "core/config/run_config.h"
#include "core/exact/square_matrix.h"
#include "core/exact/transition_kernel.h"

namespace ergo {

/// The exact transitions of a run, one for each step of its sampler's period (1 but for cyclical samplers).
class Cycle {
 public:
  /// Sites times steps; steps count for `least_sites` at least.
  static constexpr std::size_t most_work = 1 << 22, least_sites = 1024;

  /// Throws Error where the sampler's step is not known as proposal and acceptance, while it adapts to all
  /// chains, for cycles beyond most_work, and as TransitionKernel does.
  Cycle(const RunConfig& config, const LatticeTarget& target, ThreadPool& pool);

  const std::vector<TransitionKernel>& phases() const { return phases_; }
  /// With respect to the target.
  bool reversible() const { return phases_.size() == 1 && phases_[0].reversible(); }
  /// mu P_1 P_2 ... over a whole period.
  std::vector<double> apply(std::span<const double> mu) const;
  /// mu P of one step
  std::vector<double> apply(std::span<const double> mu, std::size_t phase) const;
  /// P_1 P_2 ... Throws Error beyond TransitionKernel::most_dense states.
  SquareMatrix matrix() const;

 private:
  ThreadPool& pool_;
  std::vector<TransitionKernel> phases_;
};

/// Throws Error beyond TransitionKernel::most_dense states.
void check_dense(const Sides& sides);
/// P of one step. Throws Error beyond TransitionKernel::most_dense states.
SquareMatrix matrix_of(const TransitionKernel& transition, ThreadPool& pool);

/// The run's target where it lies on a lattice; throws Error naming those that do.
const LatticeTarget& lattice_of(const RunConfig& config, const Target& target);

}  // namespace ergo
