#pragma once

#include <cstddef>
#include <optional>

#include "core/view/view.h"

namespace ergo {

/// At most so many chains, evenly spaced, leave trails. The first of them are drawn as lines; the haze of all others
/// together has as much ink as a few lines.
inline constexpr std::size_t trailing_chains = 1024;
inline constexpr unsigned trails_as_lines = 12;
inline constexpr double haze_lines = 6;

/// Frames until the ink of one can no longer be seen, whatever there was of it; infinite on a section.
double frames_of_ink(const View& view);
/// What is left of ink a frame later: 1 on a section.
double trail_decay(const View& view);

/// Where a picture's pixels come from in another one of the same plane: a place p, in pixels with y upwards, is
/// gain * (p - low) of that one.
struct PixelMap {
  Position low, gain;
};
/// From the picture `now` to that of another size or camera; nothing where a side of that one would be more than 1e5
/// pixels here.
std::optional<PixelMap> pixel_map(const View& now, int width_before, int height_before, const Camera& camera_before);

}  // namespace ergo
