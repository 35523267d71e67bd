#pragma once

#include <cmath>
#include <cstdint>

#include "core/lanes/picture_seam.h"
#include "core/view/projection.h"

namespace ergo {

/// Rows of pixels begin so many numbers apart that loops over vectors of pixels may fill them up.
inline int padded(int width) { return (width + 31) / 32 * 32; }

/// The floor of a number of no more than 2^31. Without newer instructions std::floor() is a call.
inline int floor_of(float x) {
  const int whole = static_cast<int>(x);
  return whole - (static_cast<float>(whole) > x ? 1 : 0);
}

struct Pixel2 {
  float x = 0, y = 0;  ///< pixels, y up
};

/// Where numbers of chains stand in the picture; twin of shaders/draw/picture.glsl.
class PixelPlane {
 public:
  PixelPlane(const View& view, const Projection& shown);
  int width() const { return plane_.width; }
  int height() const { return plane_.height; }
  int stride() const { return plane_.stride; }
  float scale() const { return plane_.scale; }
  float zoom() const { return plane_.zoom; }
  bool line() const { return line_; }
  Pixel2 centre() const { return {plane_.centre_x, plane_.centre_y}; }
  const lanes::PassPlane& pass() const { return plane_; }

  /// In the plane: spread over the strip where dim is 1, and over its site's square on a lattice.
  Pixel2 shown(Pixel2 x, std::uint32_t chain) const {
    if (line_) return {x.x, strip_low_ + (strip_high_ - strip_low_) * fraction(chain * 2654435769u)};
    return {x.x + spread_ * (fraction(chain * 3242174889u) - 0.5f),
            stretch_ * x.y + spread_ * (fraction(chain * 2447445414u) - 0.5f)};
  }
  Pixel2 to_pixel(Pixel2 place) const {
    return {0.5f * static_cast<float>(plane_.width) + plane_.zoom * (place.x - plane_.centre_x),
            0.5f * static_cast<float>(plane_.height) + plane_.zoom * (place.y - plane_.centre_y)};
  }
  float to_plane_x(float pixel) const {
    return plane_.centre_x + (pixel - 0.5f * static_cast<float>(plane_.width)) / plane_.zoom;
  }
  float to_plane_y(float pixel) const {
    return plane_.centre_y + (pixel - 0.5f * static_cast<float>(plane_.height)) / plane_.zoom;
  }

 private:
  static float fraction(std::uint32_t bits) { return static_cast<float>(bits >> 8) / 16777216.0f; }

  lanes::PassPlane plane_;
  bool line_;
  float spread_, stretch_, strip_low_, strip_high_;
};

inline bool is_finite(Pixel2 x) { return std::isfinite(x.x) && std::isfinite(x.y); }

lanes::PassColour pass_colour(Colour colour);

}  // namespace ergo
