#include "core/raster/histogram_bars.h"

#include <cmath>

namespace ergo {

HistogramBars::HistogramBars(const Points& points, const PixelPlane& plane, double whole_height) {
  const HistogramLayout& layout = points.histogram();
  const float baseline = plane.pass().baseline;
  const auto low = static_cast<float>(layout.low), bins_per_unit = static_cast<float>(layout.bins_per_unit);
  const auto top_of = [&](int bin) {
    if (bin < 0 || bin >= layout.count || points.total() == 0) return baseline;
    const auto weight = static_cast<float>(points.bins()[static_cast<std::size_t>(bin)]);
    return baseline + static_cast<float>(whole_height) * weight / static_cast<float>(points.total());
  };
  for (int column = 0; column < plane.stride(); ++column) {
    const float place = (plane.to_plane_x(static_cast<float>(column) + 0.5f) - low) * bins_per_unit;
    const int bin = floor_of(place), side = floor_of(place + 0.5f);  // the nearest side lies below this bin
    top.push_back(top_of(bin));
    other_top.push_back(top_of(side > bin ? side : side - 1));
    to_side.push_back(std::abs(place - static_cast<float>(side)) / bins_per_unit * plane.zoom());
  }
}

}  // namespace ergo
