#pragma once

#include <cstdint>

#include "core/maths/discrete_gaussian.h"
#include "core/random/draws.h"

namespace ergo {

struct Sites {
  int x, y;
};

/// Independent sites of both laws. Tries take the slots from `slot` on, x by normal_x and uniform1, y by
/// normal_y and uniform2; a coordinate keeps its first success and without one is the quantile of its uniform
/// in the last of `site_slots`.
Sites draw_sites(const DiscreteGaussian& x, const DiscreteGaussian& y, const Draws& draws,
                 std::uint32_t slot);

/// The slots that draw_sites() may take.
inline constexpr std::uint32_t site_slots = DiscreteGaussian::most_tries + 1;

}  // namespace ergo
