#pragma once

#include <array>

#include "core/unit/adaptation.h"

namespace ergo {

/// Moves two values to where chains jump farthest (Sun et al. 2023, Algorithms 3 and 4). By turns for each of
/// the two: a block of steps at its value v, one at v (1 + gamma), one at v (1 - gamma); the value of the
/// longest mean jump stays, v where several tie. gamma begins at 0.2 and falls by a tenth where neither has
/// changed. Values stay within their ranges, as the paper does not say.
struct JumpDistanceSearch {
  using Ranges = std::array<Range, 2>;

  std::array<double, 2> values;
  std::array<double, 3> jumps = {};  ///< at v, v (1 + gamma), v (1 - gamma)
  double turn = 0;                   ///< 0 or 1: whose
  double trial = 0;                  ///< 0 to 2: of the coming block
  double gamma = 0.2;
  double changed = 0;  ///< either of the two, in these turns

  /// Both values in the coming block.
  std::array<double, 2> tried(const Ranges& ranges) const;
  /// The search after that block, with its mean jump.
  JumpDistanceSearch after(double jump, const Ranges& ranges) const;
};

/// The same as what a sampler does to two of its parameters. `alone_by`: id of the choice whose value 1 lets
/// each chain search alone.
struct SearchedParameter {
  std::string id;
  Range range;
};
Adaptation maximise_jump_distance(std::string channel, std::array<SearchedParameter, 2> searched,
                                  std::string switched_by, std::string alone_by);

}  // namespace ergo
