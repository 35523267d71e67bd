#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "core/diagnostics/marginals.h"
#include "core/picture/projection.h"
#include "widgets/imgui_bridge.h"
#include "widgets/navigation.h"

namespace ergo {

/// What the strips take of a cell, from its right and its lower edge, where the view asks for them: 0 along
/// an axis that shows no number of the chains' states as they are now. The same wherever the picture looks,
/// because that depends on it.
QSizeF strip_room(const View& view, const Projection& shown, const ImGuiBridge& bridge, QSizeF cell);

/// Along the lower and the right edge of `free`, in line with the picture: the histograms of the numbers on
/// its axes, in the sampler's colour; the exact law as a line, its peak at three quarters of the strip, bars
/// beyond the strip cut off; the band of as many exact draws (5-95 % of each bin). Bins are at least 5
/// logical pixels wide, and so wide that a draw shares its own with 20 others.
class MarginalStrips {
 public:
  void draw(const std::vector<Marginal>& marginals, const View& view, const Projection& shown, Colour colour,
            const Navigation& navigation, const ImGuiBridge& bridge, QSizeF cell, QRectF free);

 private:
  ShareBands across_, upright_;
};

}  // namespace ergo
