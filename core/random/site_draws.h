#pragma once

#include <cstdint>

#include "core/maths/discrete_gaussian.h"
#include "core/random/draws.h"

namespace ergo {

struct Sites {
  int x, y;
};

/// The slots that draw_sites() may take.
inline constexpr std::uint32_t site_slots = 64;

/// Independent sites of both distributions. In `slot` both are tried by rounding, x by normal_x and uniform1,
/// y by normal_y and uniform2; each slot after it serves one try by ratio, for x until that succeeds and then
/// for y. A coordinate that never succeeds, which happens less than once in 10^15 draws, is the mode.
Sites draw_sites(const DiscreteGaussian& x, const DiscreteGaussian& y, const Draws& draws,
                 std::uint32_t slot);

}  // namespace ergo
