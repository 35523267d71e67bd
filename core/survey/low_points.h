#pragma once

#include <span>
#include <vector>

#include "core/base/stop.h"
#include "core/survey/descent.h"

namespace ergo {

/// Nodes of a grid over a window that are no higher than their neighbours, the lowest first, `most` of them at most,
/// none on the grid's edge. `count` nodes a side; a line of as many as the plane would have, but 4096 at most.
std::vector<LowPoint> low_nodes(const Landscape& landscape, const Window& window, int count, std::size_t most);

/// Descents' ends, the lowest first, for an energy of unknown place and scale: they start at the low nodes of grids
/// over boxes about the origin whose half sides grow from 1e-3 to 1e8 by a factor of sqrt 10. A dip is found if it is
/// wider than a fiftieth of its distance from the origin, by its basin: where E falls towards it. Empty where no
/// node has a finite energy. At most 4e5 evaluations, 2.3e5 where dips are few.
std::vector<LowPoint> low_points(const Landscape& landscape, StopToken stop = {});

/// The points that a table can hold, the lowest first. At a point towards which E falls like a logarithm or faster its
/// energy tells nothing: such a point gets the lowest energy at 1e-7 of its distance from the origin. Points beyond
/// 1e15 are left out, as E falls for ever there.
std::vector<LowPoint> within_reach(const Landscape& landscape, std::span<const LowPoint> points);

}  // namespace ergo
