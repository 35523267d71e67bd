#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/diagnostics/infinite_chains.h"

namespace ergo {

/// How far infinitely many chains are from the target at a step.
struct DistributionPoint {
  std::uint64_t step = 0;
  double total_variation = 0;
};

/// The distribution of infinitely many chains beside a run, on threads of their own that give way to all
/// others: as fast as they find it, never ahead of the run, and behind it where a step takes longer than the
/// swarm's.
class DistributionWorker {
 public:
  explicit DistributionWorker(DistributionLimits limits = at_its_own_pace) : limits_(limits) {}
  /// Breaks off what is under way.
  ~DistributionWorker() = default;

  /// The run that begins as `initial` and meets `journal` on its way is now at `step`. Never waits for work.
  void follow(const RunConfig& initial, const Journal& journal, std::uint64_t step);
  /// All begins anew with the next run followed, which may be the same.
  void forget();

  struct State {
    std::uint64_t step = 0;  ///< at most that of the run
    InfiniteDistribution distribution;
  };
  /// The newest one that still holds; nothing where it is not known, or not yet. Never waits for work.
  std::optional<State> newest() const;
  /// Those found since the last call, in order of their steps; every second one of the older ones where they
  /// were many. Steps found again after going back are not told again. Never waits for work.
  std::vector<DistributionPoint> take();
  /// Whether it has come as far as it can.
  bool at_rest() const;

 private:
  struct Run {
    RunConfig initial;
    Journal journal;
    std::uint64_t step = 0;
  };
  void work(const std::stop_token& stop);
  /// What was found for the request of that number, unless it does not hold any more; true while nothing
  /// else is asked.
  bool publish(const InfiniteChains& chains, std::uint64_t request);

  DistributionLimits limits_;
  mutable std::mutex mutex_;  ///< guards what follows, held for a move or a copy only
  std::condition_variable_any asked_;
  std::optional<Run> run_;
  bool waiting_ = false;       ///< run_ is not under way yet
  bool anew_ = false;          ///< nothing found before counts
  bool at_rest_ = true;        ///< nothing is under way
  std::uint64_t request_ = 0;  ///< counts the changes that make what is under way worthless
  std::optional<State> newest_;
  std::vector<DistributionPoint> points_;
  std::optional<std::uint64_t> told_;  ///< the last step among all points
  std::jthread thread_;                ///< last: it uses all the others; begun by the first run
};

}  // namespace ergo
