#pragma once

#include <cstdint>

namespace ergo::platform {

/// Bytes that the program can still take: what the machine has free, its swap space included, and what the
/// limits of the process (ulimit -v) and of its control group leave. The greatest number if nothing is known.
std::uint64_t free_memory();

}  // namespace ergo::platform
