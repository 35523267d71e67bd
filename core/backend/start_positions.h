#pragma once

#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// The nearest legal position: y = 0 for dim 1; on a lattice the nearest site.
Position legal_position(const Target& target, Position x);

/// Draws the start positions of a run's chains, in parallel. Throws Error.
std::vector<Position> start_positions(const RunConfig& config, const Target& target);

}  // namespace ergo
