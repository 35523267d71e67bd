#pragma once

#include <cstdint>
#include <string>

namespace ergo {

/// Bytes that the program can still take: what the machine has free, its swap space included, and what the
/// limits of the process (ulimit -v) and of its control group leave. The greatest number if nothing is known.
std::uint64_t free_memory();

/// "1.5 GiB"
std::string bytes_text(std::uint64_t bytes);

/// Throws Error (Blame::machine) with both numbers if `bytes` are more than free_memory(), before they are
/// asked for. `what` needs them; `less` says what would take less.
void require_memory(std::uint64_t bytes, const std::string& what, const std::string& less);

}  // namespace ergo
