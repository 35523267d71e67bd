#pragma once

#include <cstddef>
#include <span>

#include "core/view/view.h"

namespace ergo {

/// Numbers of chains that a picture does not show, by the edge that they lie beyond; beyond a corner the left or the
/// right edge counts.
struct ChainsOutside {
  std::size_t left = 0, right = 0, above = 0, below = 0;
  bool operator==(const ChainsOutside&) const = default;
};

/// Of chains at `positions` those beyond the edges of `visible`, a part of the picture in logical pixels. A target of
/// dim 1 has no chains above or below.
ChainsOutside chains_outside(std::span<const Position> positions, int dim, const View& view, const Box& visible);

}  // namespace ergo
