#pragma once

#include <optional>
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
};

/// Means of a run's channels over states of its later part.
class LateMeans {
 public:
  /// The chains at a step, the same as before or a later one; not that of the run's beginning. An edit of sampler,
  /// target or number of chains begins anew.
  void add(const ChainData& data, const RunConfig& config);
  /// Of all channels in their order, over the chains that have not diverged; none before the first state.
  std::vector<LateMean> means() const;

 private:
  RunConfig config_;
  std::uint64_t step_ = 0;
  std::size_t states_ = 0;
  std::vector<double> sums_;         ///< [chain, channel]
  std::vector<std::size_t> chains_;  ///< that had not diverged at the last state
};

}  // namespace ergo
