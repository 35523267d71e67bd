#pragma once

#include <span>

#include "core/view/view.h"

namespace ergo {

/// The largest rectangle in `area` that has the aspect of `extent` and overlaps none of `taken`; of several
/// equally large ones, the nearest to the middle of the area. Empty if there is none. Time O(n³) for n boxes
/// taken.
Box largest_free_rectangle(const Box& area, std::span<const Box> taken, Position extent);

}  // namespace ergo
