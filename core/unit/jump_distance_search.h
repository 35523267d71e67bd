#pragma once

#include <array>

#include "core/unit/adaptation.h"

namespace ergo {

/// Moves two parameters to where chains jump farthest (Sun et al. 2023, Algorithms 3 and 4). By turns for
/// each of the two: a block of steps at its value v, one at v (1 + gamma), one at v (1 - gamma); the value of
/// the longest mean jump stays, v where several tie. gamma begins at 0.2 and falls by a tenth where neither
/// has changed. `alone_by`: id of the choice whose value 1 lets each chain search alone. Values stay within
/// their ranges, as the paper does not say.
struct SearchedParameter {
  std::string id;
  Range range;
};
Adaptation maximise_jump_distance(std::string channel, std::array<SearchedParameter, 2> searched,
                                  std::string switched_by, std::string alone_by);

}  // namespace ergo
