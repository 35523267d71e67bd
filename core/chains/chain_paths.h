#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/backend/backend.h"
#include "core/maths/estimate.h"
#include "core/unit/target.h"

namespace ergo {

/// Positions of the first chains at reported steps since the run began, as far apart as the first two reports. When
/// there are too many, every second one is dropped, and so on.
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
  std::uint64_t last_ = 0, stride_ = 0;  ///< step of the last positions; steps between two, 0 before it is known
};

}  // namespace ergo
