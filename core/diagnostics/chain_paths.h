#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/backend/backend.h"
#include "core/maths/estimate.h"
#include "core/unit/target.h"

namespace ergo {

/// The first chains' positions at every report since the run began; once there are too many, at every second
/// one of those, and so on. Reports are taken for equally spaced.
class ChainPaths {
 public:
  static constexpr std::size_t most_chains = 64, least_states = 16, most_states = 256;
  void begin(std::size_t chains);
  void add(const ChainData& data);  ///< every report of the run once
  /// effective_sample_size() of a path: mean over those of the given chains that are kept, with its standard
  /// error. NaN before there are least_states.
  Estimate effective_sample_size(std::span<const std::size_t> chains, const TargetMoments& truth,
                                 int dim) const;

 private:
  std::vector<std::vector<Position>> paths_;  ///< [chain, state]
  std::uint64_t stride_ = 1, reports_ = 0;
};

}  // namespace ergo
