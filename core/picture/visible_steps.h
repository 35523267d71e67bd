#pragma once

#include <cstdint>
#include <functional>

#include "core/picture/scene.h"

namespace ergo {

/// Steps that leave something to see in a picture drawn after them, at so many steps a frame: trails fade,
/// the points of a section and the marks of divergences last.
std::uint64_t visible_steps(const View& view, double steps_per_frame);

/// Goes on to step `end`, leaving the trails of the last steps as a window would that shows the run at this
/// pace, and then draws the picture. `progress` gets the step now and then; it may throw to stop.
void advance_and_draw(Session& session, Scene& scene, const View& view, std::uint64_t end,
                      std::uint64_t steps_per_frame, const std::function<void(std::uint64_t)>& progress,
                      const Pause& pause = {});

/// So many steps, one by one where the picture shows them, without a picture.
void advance_with_trails(Session& session, Scene& scene, const View& view, std::uint64_t steps);

}  // namespace ergo
