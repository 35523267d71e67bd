#pragma once

#include <memory>
#include <optional>

#include "core/exact/equilibrium_worker.h"
#include "core/live/distribution_worker.h"
#include "core/live/moment_history.h"
#include "core/live/run_history.h"
#include "core/run/paced_run.h"

namespace ergo {

/// Follows, beside a run on a lattice, the exact distribution that infinitely many of its chains would have,
/// and finds the stationary distribution of its sampler. Both are computed on threads of their own; no call
/// waits for them.
class DistributionFollower {
 public:
  /// `run` must outlive this object.
  explicit DistributionFollower(const PacedRun& run) : run_(run) {}

  /// The run has been at this moment: the distribution may be computed up to its step.
  void reach(const Moment& at);
  /// The run is at this step of its tape: the distribution may be computed up to there.
  void reach_step(std::uint64_t step);
  /// Forgets the present distribution, which was of another step.
  void forget_present() { infinite_.reset(); }
  /// Begins anew; forgets moments after this number of gradient evaluations.
  void begin_anew(double gradients);

  /// Adds what was found since the last call to the history, at the steps it belongs to. True if there was
  /// any.
  bool update(RunHistory& history);
  /// The newest distribution, which has its own step; null if it is not known or not known yet.
  const DistributionWorker::State* infinite() const { return infinite_ ? &*infinite_ : nullptr; }

  /// Asks for the sampler's stationary distribution, once for each edit. True if it has come since the last
  /// call.
  bool update_equilibrium();
  /// Stationary distribution of the sampler as it is now; null if it is not known or not known yet.
  const Equilibrium* equilibrium() const {
    return equilibrium_ && asked_for_this_run() ? &*equilibrium_ : nullptr;
  }

  /// Whether both are those of the present, as far as they can be known.
  bool at_rest() const;

 private:
  /// Whether the stationary distribution was asked for with the present target, sampler and noise.
  bool asked_for_this_run() const;

  const PacedRun& run_;
  DistributionWorker worker_;
  MomentHistory moments_;  ///< moments that the distribution may reach
  std::optional<DistributionWorker::State> infinite_;
  EquilibriumWorker equilibrium_worker_;
  std::optional<RunConfig> asked_for_;  ///< configuration that the stationary distribution was asked for with
  std::optional<Equilibrium> equilibrium_;
};

}  // namespace ergo
