#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/maths/estimate.h"

namespace ergo {

/// Mean of a channel over the chains and the states seen.
struct LateMean {
  std::string id, title;
  Estimate mean;                ///< the error is from the spread of the chains' own means; NaN for one chain
  std::optional<double> exact;  ///< under the target or by theory, where it is known
  /// Independent draws that a step of one chain is worth: variance of the values over that of the chains' own
  /// means, per step. NaN for few chains, for a channel that is the same everywhere, and for one of single
  /// steps.
  Estimate ess_per_step;
  bool at_least = false;  ///< it is more: states are so far apart that they are nearly independent
};

/// Means of a run's channels over states of its later part, which should be evenly spread.
class LateMeans {
 public:
  /// The chains at a step, the same as before or a later one; not that of the run's beginning. An edit of
  /// sampler, target or number of chains begins anew.
  void add(const ChainData& data, const RunConfig& config);
  /// Of all channels in their order, over the chains that have not diverged; none before the first state.
  std::vector<LateMean> means() const;

 private:
  /// From the chains' means of a channel.
  void add_ess(LateMean& channel, std::size_t number, std::span<const double> means) const;
  double variance_of(std::size_t channel) const;  ///< over chains and states

  RunConfig config_;
  std::uint64_t first_ = 0, step_ = 0;
  std::size_t states_ = 0;
  std::vector<double> origin_;          ///< [channel] subtracted from all values, against rounding
  std::vector<double> sums_, squares_;  ///< [chain, channel]
  std::vector<std::size_t> chains_;     ///< that had not diverged at the last state
};

}  // namespace ergo
