#pragma once

#include <QRectF>
#include <string>
#include <vector>

#include "core/view/chains_outside.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// The number of chains beyond an edge of a run's picture, beside that edge.
struct OutsideLabel {
  std::string words;
  QRectF place;  ///< of the words, logical pixels of a cell
};

/// A label for every edge of `area` with chains beyond it, as near to the edge's middle as the places that are `taken`
/// allow; an edge without room has none.
std::vector<OutsideLabel> outside_labels(const ChainsOutside& outside, const ImGuiBridge& bridge, const QRectF& area,
                                         std::vector<QRectF> taken);

void draw_outside_labels(const std::vector<OutsideLabel>& labels, const Palette& palette, const ImGuiBridge& bridge);

}  // namespace ergo
