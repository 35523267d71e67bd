#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/backend/backend.h"
#include "core/maths/estimate.h"
#include "core/unit/target.h"

namespace ergo {

/// Positions of the first chains at every report since the run began. When there are too many, every second report is
/// dropped, and so on. Reports are treated as equally spaced.
class ChainPaths {
 public:
  static constexpr std::size_t most_chains = 64, least_states = 16, most_states = 256;
  void begin(std::size_t chains);
  void add(const ChainData& data);  ///< call it once for every report of the run
  /// Mean of effective_sample_size() over those of the given chains that are kept, with its standard error. NaN for
  /// fewer than least_states states.
  Estimate effective_sample_size(std::span<const std::size_t> chains, const TargetMoments& truth,
                                 int dim) const;

 private:
  std::vector<std::vector<Position>> paths_;  ///< [chain, state]
  std::uint64_t stride_ = 1, reports_ = 0;
};

}  // namespace ergo
