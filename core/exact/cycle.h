#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/config/run_config.h"
#include "core/exact/square_matrix.h"
#include "core/exact/transition_kernel.h"

namespace ergo {

/// The exact transitions of a run, one for each step of its sampler's period (which is 1 except for cyclical samplers).
/// Tables are made when they are first needed. Use it from one thread.
class Cycle {
 public:
  /// Sites times steps; steps count for `least_sites` at least.
  static constexpr std::size_t most_work = 1 << 22, least_sites = 1024;

  /// Bytes of tables, unless said otherwise.
  static constexpr std::size_t most_kept = std::size_t{1} << 31;

  /// Keeps the target and the pool, and `kept` bytes of tables at most besides those in use; what has no room
  /// is made anew whenever its step comes, with the same results. Throws Error where the sampler's step is
  /// not known as proposal and acceptance, while it adapts to all chains, for cycles beyond most_work, and as
  /// TransitionKernel does, which may still be in later calls for tables that take too much room.
  Cycle(const RunConfig& config, const LatticeTarget& target, ThreadPool& pool, std::size_t kept = most_kept);

  std::size_t steps() const { return phases_.size(); }
  /// Transitions of step number `phase` of a period.
  std::shared_ptr<const TransitionKernel> phase(std::size_t phase) const;
  /// Whether the target is stationary under every step.
  bool keeps_target() const { return phase(0)->reversible(); }
  /// Whether the step is reversible with respect to the target.
  bool reversible() const { return steps() == 1 && keeps_target(); }
  /// mu P_1 P_2 ... over a whole period.
  std::vector<double> apply(std::span<const double> mu) const;
  /// mu P of one step
  std::vector<double> apply(std::span<const double> mu, std::size_t step) const;
  /// P_1 P_2 ... Throws Error beyond TransitionKernel::most_dense states.
  SquareMatrix matrix() const;

 private:
  struct Phase {
    std::shared_ptr<const TransitionKernel> transitions;  ///< null: to be made
    std::vector<double> acceptance;                       ///< of one that was made before
  };
  const LatticeTarget& target_;
  ThreadPool& pool_;
  std::unique_ptr<Sampler> sampler_;
  GradientNoise noise_;
  mutable std::size_t room_;  ///< for more tables, bytes
  mutable std::vector<Phase> phases_;
  mutable std::optional<std::size_t> passing_;  ///< the one that had no room
};

/// Throws Error beyond TransitionKernel::most_dense states.
void check_dense(const Sides& sides);
/// P of one step. Throws Error beyond TransitionKernel::most_dense states.
SquareMatrix matrix_of(const TransitionKernel& transition, ThreadPool& pool);

/// The run's target on a lattice. Throws Error with the targets that are on a lattice.
const LatticeTarget& lattice_of(const RunConfig& config, const Target& target);

}  // namespace ergo
