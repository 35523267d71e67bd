#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// A chain's state as shown to a visitor.
struct ChainSight {
  std::size_t chain;
  std::span<const double> state;   ///< ChainState, then the sampler's fields
  std::span<const double> report;  ///< the sampler's channels
};

/// Steps every chain of a run from its start, in double, one after the other on all cores, and shows each
/// state after the first `burn_in` steps. `look` is called for a chain by one thread, and must not throw.
/// Returns how many chains diverged; they are not shown afterwards. Throws Error.
std::size_t walk_chains(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps,
                        const std::function<void(const ChainSight&)>& look);

/// Each chain's time average over those steps; NaN where it diverged.
std::vector<double> time_averages(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps,
                                  const std::function<double(const ChainSight&)>& value);

}  // namespace ergo
