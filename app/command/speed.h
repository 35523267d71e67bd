#pragma once

#include <cstdint>

#include "core/backend/backend.h"

namespace ergo {

/// Chain-steps per second of a backend that it configures, `steps` in a dispatch: dispatches repeat until `seconds` have
/// passed, after one that warms up (the driver compiles on first use). Throws Error.
double chain_steps_per_second(Backend& backend, const RunConfig& config, std::uint64_t steps, double seconds);

}  // namespace ergo
