#pragma once

#include <span>

#include "core/random/philox.h"

namespace ergo {

/// The words of the blocks at the counters `first`, `first` with its last word 1 more, and so on, one block
/// after the other; of the last one as many as there is room for. Much faster than block by block: many of
/// them are made at once.
void philox_row(PhiloxWords first, std::uint64_t key, std::span<std::uint32_t> words);

}  // namespace ergo
