#include "core/picture/trail_look.h"

#include <cmath>
#include <limits>

namespace ergo {

double frames_of_ink(const View& view) {
  constexpr double most = 4096;         // ink of one frame: 2^32 units of fixed point
  constexpr double invisible = 0.0017;  // ink whose opacity is 1/512
  if (view.coordinates == Coordinates::section) return std::numeric_limits<double>::infinity();
  return view.trail_life * std::log(most * (1 + view.trail_life) / invisible);
}

double trail_decay(const View& view) {
  return view.coordinates == Coordinates::section ? 1 : std::exp(-1 / view.trail_life);
}

std::optional<PixelMap> pixel_map(const View& now, int width_before, int height_before, const Camera& camera_before) {
  constexpr double magnified_most = 1e5;
  View before;
  before.width = width_before;
  before.height = height_before;
  before.camera = camera_before;
  const auto corner = [&](double x, double y) {
    const Position at = to_pixel(now, to_plane(before, {x, y}));
    return Position{at.x, now.height - at.y};
  };
  const Position low = corner(0, height_before), high = corner(width_before, 0);
  for (const double at : {low.x, low.y, high.x, high.y})
    if (!(std::abs(at) < magnified_most)) return {};
  return PixelMap{low, {width_before / (high.x - low.x), height_before / (high.y - low.y)}};
}

}  // namespace ergo
