#pragma once

#include <span>

#include "core/view/view.h"

namespace ergo {

/// Where in `area` a picture of this extent (of any unit; its aspect counts) is largest clear of all that is
/// taken, and, of places as large, nearest to the middle of the area. Of no size where nothing is clear.
/// Takes of the order of n³ for n places taken.
Box largest_free_rectangle(const Box& area, std::span<const Box> taken, Position extent);

}  // namespace ergo
