#pragma once

#include <vector>

#include "core/raster/points.h"

namespace ergo {

/// The bars of a histogram over the columns of a picture, as lanes::ResolvePass has them; twin of
/// shaders/draw/histogram.glsl.
struct HistogramBars {
  /// `whole_height`: in the plane, of a bar that holds all the weight.
  HistogramBars(const Points& points, const PixelPlane& plane, double whole_height);
  std::vector<float> top, other_top, to_side;
};

}  // namespace ergo
