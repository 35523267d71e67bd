#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/diagnostics/infinite_chains.h"

namespace ergo {

/// Total variation distance between the distribution of infinitely many chains and the target, at a step.
struct DistributionPoint {
  std::uint64_t step = 0;
  double total_variation = 0;
};

/// Computes the distribution of infinitely many chains beside a run, on threads of low priority. It is never
/// ahead of the run, and behind it if one of its steps takes longer than one of the swarm's. No call waits for
/// work.
class DistributionWorker {
 public:
  explicit DistributionWorker(DistributionLimits limits = at_its_own_pace) : limits_(limits) {}
  /// Stops the work in progress.
  ~DistributionWorker() = default;

  /// The run that starts as `initial` and is edited by `journal` is now at `step`.
  void follow(const RunConfig& initial, const Journal& journal, std::uint64_t step);
  /// Forgets all results. The next run followed is computed from its beginning, even if it is the same.
  void forget();

  struct State {
    std::uint64_t step = 0;  ///< at most the run's step
    InfiniteDistribution distribution;
  };
  /// The newest distribution that is still of the run; nothing if it is not known or not known yet.
  std::optional<State> newest() const;
  /// Points found since the last call, in order of their steps. If there were many, every second one of the older
  /// ones. Each step is returned once, even if the run has gone back over it.
  std::vector<DistributionPoint> take();
  /// Whether the distribution has come as far as it can.
  bool at_rest() const;

 private:
  struct Run {
    RunConfig initial;
    Journal journal;
    std::uint64_t step = 0;
  };
  void work(const StopToken& stop);
  /// Publishes the result for this request unless there is a newer one. True if the work may go on.
  bool publish(const InfiniteChains& chains, std::uint64_t request);

  DistributionLimits limits_;
  mutable std::mutex mutex_;  ///< guards the members below; held for a move or a copy only
  StoppableCondition asked_;
  std::optional<Run> run_;
  bool waiting_ = false;       ///< run_ has not been started
  bool anew_ = false;          ///< the work must begin from the run's beginning
  bool at_rest_ = true;        ///< no work is in progress
  std::uint64_t request_ = 0;  ///< changes when the work in progress is not of the run any more
  std::optional<State> newest_;
  std::vector<DistributionPoint> points_;
  std::optional<std::uint64_t> told_;  ///< the last step returned as a point
  StoppableThread thread_;             ///< last: the thread uses all other members; started by the first run
};

}  // namespace ergo
