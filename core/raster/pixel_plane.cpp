#include "core/raster/pixel_plane.h"

namespace ergo {

PixelPlane::PixelPlane(const View& view, const Projection& shown)
    : line_(shown.line),
      spread_(static_cast<float>(shown.spread)),
      stretch_(static_cast<float>(shown.stretch)) {
  const LineLayout layout = line_layout(shown.window);
  plane_ = {.width = view.width,
            .height = view.height,
            .stride = padded(view.width),
            .centre_x = static_cast<float>(view.camera.centre.x),
            .centre_y = static_cast<float>(view.camera.centre.y),
            .zoom = static_cast<float>(ergo::zoom(view)),
            .scale = static_cast<float>(view.scale),
            .baseline = static_cast<float>(layout.baseline),
            .peak_height = static_cast<float>(layout.peak_height)};
  strip_low_ = static_cast<float>(layout.strip_low);
  strip_high_ = static_cast<float>(layout.strip_high);
}

lanes::PassColour pass_colour(Colour colour) {
  const auto [red, green, blue] = components(colour);
  return {red, green, blue};
}

}  // namespace ergo
