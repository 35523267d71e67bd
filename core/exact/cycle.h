#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/config/run_config.h"
#include "core/exact/transition_kernel.h"
#include "core/exact/transitions.h"

namespace ergo {

/// The exact transitions of a run on a lattice of two coordinates. Tables are made when they are first needed.
class Cycle final : public Transitions {
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

  std::size_t steps() const override { return phases_.size(); }
  /// Transitions of step number `phase` of a period.
  std::shared_ptr<const TransitionKernel> phase(std::size_t phase) const;
  bool keeps_target() const override { return phase(0)->reversible(); }
  bool reversible() const override { return steps() == 1 && keeps_target(); }
  using Transitions::apply;
  std::vector<double> apply(std::span<const double> mu, std::size_t step) const override;
  /// Throws Error beyond TransitionKernel::most_dense states.
  SquareMatrix matrix() const override;

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

/// Throws Error while all chains of the run adapt together: no exact distribution is known then.
void check_at_rest(const RunConfig& config);

/// The run's target on a lattice. Throws Error with the targets that are on a lattice.
const LatticeTarget& lattice_of(const RunConfig& config, const Target& target);

}  // namespace ergo
