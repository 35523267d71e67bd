#pragma once

#include <utility>
#include <vector>

#include "core/run/session.h"
#include "core/view/view.h"

namespace ergo {

/// Segments of lines.
using LevelLines = std::vector<std::pair<Position, Position>>;

/// Of the text's colour, of 255.
inline constexpr int outline_opacity = 180;

/// The lines around the regions of highest density that hold these shares of a target's mass, of those in
/// contour_masses: by number. Interpolated linearly between the nodes of a grid over its window.
LevelLines outline_of(const Target& target, const std::vector<std::size_t>& contours);

/// Of a run that learns, the outlines of what is learned around 50 and 95 % of its mass, in logical pixels
/// from the picture's upper left corner; empty for other runs, and where the picture does not show the plane
/// of positions.
LevelLines learned_outline(const Session& session, const View& view);

}  // namespace ergo
