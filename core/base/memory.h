#pragma once

#include <cstdint>
#include <string>

namespace ergo {

/// "1.5 GiB"
std::string bytes_text(std::uint64_t bytes);

/// Throws Error (Blame::machine) with both numbers if `bytes` are more than platform::free_memory(), before they are
/// asked for. `what` needs them; `less` says what would take less.
void require_memory(std::uint64_t bytes, const std::string& what, const std::string& less);

}  // namespace ergo
