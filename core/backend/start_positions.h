#pragma once

#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// Where a chain meant for x begins: y = 0 for dim 1; on a lattice the nearest site.
Position legal_position(const Target& target, Position x);

/// Positions that the start unit gives the run's chains, in parallel. Throws Error.
std::vector<Position> start_positions(const RunConfig& config, const Target& target);

}  // namespace ergo
