#pragma once

#include <cstdint>
#include <string>

#include "core/backend/backend.h"

namespace ergo {

/// How well the chains of a run on islands have found and filled them, every state of every chain counted
/// (Pynadath et al. 2024, section 6.1).
struct IslandCount {
  double modes_per_chain = 0, modes_sd = 0;  ///< modes a chain has been near to; sd over the chains
  double state_variation = 0;  ///< total variation of all states of all chains from the target's distribution
  double mode_variation = 0;   ///< and of their shares among the modes they are nearest to
  double acceptance = 0, acceptance_sd = 0;  ///< mean over steps and chains; sd of the chains' means
};

/// Takes `steps` steps with all chains from `start`, the sampler's adaptation going on where it is switched
/// on; for lattices with modes, and samplers with an acceptance channel.
IslandCount count_islands(const RunConfig& config, Backend& backend, Position start, std::uint64_t steps);

}  // namespace ergo
