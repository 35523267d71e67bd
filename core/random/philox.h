#pragma once

#include <array>
#include <cstdint>

namespace ergo {

using PhiloxWords = std::array<std::uint32_t, 4>;

/// Philox4x32-10 (Salmon et al. 2011): the block of random words at a counter. shaders/common/philox.glsl
/// gives the same words.
PhiloxWords philox(PhiloxWords counter, std::uint64_t key);

}  // namespace ergo
