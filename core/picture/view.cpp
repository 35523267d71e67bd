#include "core/picture/view.h"

#include <algorithm>

#include "core/unit/error.h"

namespace ergo {

Camera camera_for(const Window& window, double aspect) {
  const Position extent = window.high - window.low;
  return {0.5 * (window.low + window.high), std::max(extent.y, extent.x / aspect)};
}

std::vector<std::string> coordinates_names() { return {"position", "phase", "thermostat", "section"}; }

Coordinates coordinates_named(const std::string& name, const std::string& where) {
  const auto names = coordinates_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw Error("unknown coordinates", name, legal_words(name, names), where);
  return static_cast<Coordinates>(found - names.begin());
}

bool follows_paths(const View& view) { return view.trails || view.coordinates == Coordinates::section; }

double zoom(const View& view) { return view.height / view.camera.height; }

Position to_pixel(const View& view, Position plane) {
  const Position offset = zoom(view) * (plane - view.camera.centre);
  return {0.5 * view.width + offset.x, 0.5 * view.height - offset.y};
}

Position to_plane(const View& view, Position pixel) {
  const Position offset{pixel.x - 0.5 * view.width, 0.5 * view.height - pixel.y};
  return view.camera.centre + offset / zoom(view);
}

LineLayout line_layout(const Window& window) {
  const double height = window.high.y - window.low.y;
  return {.baseline = window.low.y + 0.3 * height,
          .peak_height = 0.6 * height,
          .strip_low = window.low.y + 0.06 * height,
          .strip_high = window.low.y + 0.26 * height};
}

Position shown_position(const Target& target, Position x, std::uint32_t chain) {
  if (target.dim != 1) return x;
  const LineLayout layout = line_layout(target.window());
  // Weyl sequence of the golden section, 2^32 / phi, on 24 bits.
  const double fraction = static_cast<double>((chain * 2654435769u) >> 8) / 16777216.0;
  return {x.x, layout.strip_low + fraction * (layout.strip_high - layout.strip_low)};
}

}  // namespace ergo
