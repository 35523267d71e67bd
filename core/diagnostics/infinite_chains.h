#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/config/journal.h"
#include "core/diagnostics/site_distribution.h"
#include "core/exact/evolution.h"

namespace ergo {

/// Up to where the distribution of infinitely many chains is followed along a run.
struct DistributionLimits {
  std::size_t sites;
  /// Sites times steps of a cycle, sites counting for 256 at least: every edit tabulates all of them.
  std::size_t sites_in_a_cycle;
  /// Sums of the axes' sides over the sites, which bounds the numbers tabulated for a step, and those kept.
  std::size_t masses;
};
/// Where every step is wanted with the swarm's own.
inline constexpr DistributionLimits in_lock_step{1024, 1 << 17, std::numeric_limits<std::size_t>::max()};
/// Where it may lag: tables of a step take 256 MiB at most, and as much those kept for steps to come.
inline constexpr DistributionLimits at_its_own_pace{1 << 16, 1 << 22, 1 << 25};

/// The distribution of infinitely many chains step by step along a run on a lattice: what its swarm would
/// show without the noise of its number. Meets the run's edits at their steps, and goes back with it.
class InfiniteChains {
 public:
  /// Once `stop` is requested all calls return soon, and what they found is worth nothing.
  explicit InfiniteChains(DistributionLimits limits = in_lock_step, std::stop_token stop = {})
      : limits_(limits), stop_(std::move(stop)) {}

  /// The run that begins as `initial` and meets `journal` on its way is now at `step`. What was found of
  /// another tape, from where the two part, is forgotten.
  void follow(const RunConfig& initial, const Journal& journal, std::uint64_t step);
  /// A step of the distribution towards the run's; false where it is there, or not known.
  bool advance();
  /// Nothing where it is not known: beyond the limits, of a start or a step of which no distribution is
  /// known.
  bool known() const { return evolution_ && (!lost_ || evolution_->step() == wanted_); }
  /// Of the distribution, where it is known: at most the run's.
  std::uint64_t step() const { return evolution_->step(); }
  InfiniteDistribution distribution() const {
    return {evolution_->total_variation(), present_};
  }  ///< where it is known

  /// The distribution at this step of such a run. Nothing where it is not known, and where it lags behind:
  /// one call takes a fraction of a second at most, a number of steps that does not depend on the machine.
  std::optional<InfiniteDistribution> at(const RunConfig& initial, const Journal& journal,
                                         std::uint64_t step);

 private:
  using Distribution = std::shared_ptr<const std::vector<double>>;
  void begin();
  void resume(std::uint64_t step);
  void meet_edits();
  void keep();

  DistributionLimits limits_;
  std::stop_token stop_;
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

/// The first step of which two tapes make something else; the greatest number where they never do.
std::uint64_t parting(const Journal& one, const Journal& other);

}  // namespace ergo
