#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/unit/target.h"

namespace ergo {

/// Where the chains of a run were at step 0: each nearest to one of the target's modes; or, if the target has
/// fewer than two, in one of eight directions from the mean of them all.
struct Origins {
  bool modes = false;  ///< otherwise directions: 0 is the positive x axis, the others follow to the left
  std::vector<std::uint32_t> of;       ///< [chain] number of its mode or direction, from 0
  std::vector<std::size_t> chains_of;  ///< [mode or direction] number of chains
};

inline constexpr std::size_t origin_directions = 8;

/// Of chains that started at these positions. A position at the mean itself, or not finite, counts as
/// direction 0.
Origins origins_of(std::span<const Position> starts, const Target& target);

}  // namespace ergo
