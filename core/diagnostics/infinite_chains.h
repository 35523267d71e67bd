#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/stop.h"
#include "core/config/journal.h"
#include "core/diagnostics/site_distribution.h"
#include "core/exact/evolution.h"

namespace ergo {

/// Limits up to which the distribution of infinitely many chains is computed along a run.
struct DistributionLimits {
  std::size_t sites;
  /// Sites times steps of a cycle, sites counting for 256 at least: every edit tabulates all of them.
  std::size_t sites_in_a_cycle;
  /// Sums of the axes' sides over the sites, which bounds the numbers tabulated for a step, and those kept.
  std::size_t masses;
};
/// For a distribution that has to keep up with the run at every step.
inline constexpr DistributionLimits in_lock_step{1024, 1 << 17, std::numeric_limits<std::size_t>::max()};
/// For a distribution that may lag behind: tables of a step take 256 MiB at most, and so do those kept for later steps.
inline constexpr DistributionLimits at_its_own_pace{1 << 16, 1 << 22, 1 << 25};

/// The distribution of infinitely many chains, step by step along a run on a lattice: that of the swarm without the
/// noise of its finite number. It follows the run's edits at their steps, and goes back with the run.
class InfiniteChains {
 public:
  /// Once `stop` is requested, all calls return soon, and their results are invalid.
  explicit InfiniteChains(DistributionLimits limits = in_lock_step, StopToken stop = {})
      : limits_(limits), stop_(std::move(stop)) {}

  /// The run that starts as `initial` and is edited by `journal` is now at `step`. Results of another tape are
  /// dropped from the step where the two differ.
  void follow(const RunConfig& initial, const Journal& journal, std::uint64_t step);
  /// A step of the distribution towards the run's; false where it is there, or not known.
  bool advance();
  /// Nothing if it is not known: beyond the limits, or for a start or a step without a known distribution.
  bool known() const { return evolution_ && (!lost_ || evolution_->step() == wanted_); }
  /// Step of the distribution, if it is known; at most the run's step.
  std::uint64_t step() const { return evolution_->step(); }
  InfiniteDistribution distribution() const {
    return {evolution_->total_variation(), present_};
  }  ///< where it is known

  /// The distribution at this step of such a run; nothing if it is not known or lags behind. One call makes a limited
  /// number of steps, which does not depend on the machine and takes a fraction of a second at most.
  std::optional<InfiniteDistribution> at(const RunConfig& initial, const Journal& journal,
                                         std::uint64_t step);

 private:
  using Distribution = std::shared_ptr<const std::vector<double>>;
  void begin();
  void resume(std::uint64_t step);
  void meet_edits();
  void keep();

  DistributionLimits limits_;
  StopToken stop_;
  std::optional<RunConfig> initial_;
  Journal journal_;
  std::uint64_t wanted_ = 0;
  RunConfig config_;
  std::size_t met_ = 0;  ///< edits in config_
  bool lost_ = false;    ///< the next step meets an edit to what has no distribution
  std::unique_ptr<Evolution> evolution_;
  Distribution present_;
  std::map<std::uint64_t, Distribution> kept_;  ///< by step, to go back to
  std::uint64_t spacing_ = 1;                   ///< of those
};

}  // namespace ergo
