#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "core/view/palette.h"
#include "core/view/projection.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"

namespace ergo {

/// Numbers and symbols along the picture's lower and right edges, or beside a lattice's sites. A symbol that is too long
/// for the room beside a lattice stands above it or below its numbers. So much of the picture's foot is covered. No word
/// is cut by a panel: numbers that one would reach are left out, and the vertical axis has its symbol below.
void draw_axes(const Projection& shown, const Navigation& navigation, const Palette& palette,
               const ImGuiBridge& bridge, QSizeF picture, double covered, const std::vector<QRectF>& panels);

/// What symbols that are too long for the room beside a lattice take from the room above and below it, and its numbers
/// from that beside it, in an area of this size that is to show `extent`; 0 where symbols are not too long.
struct SymbolRoom {
  double above = 0, below = 0, beside = 0;
};
SymbolRoom symbol_room(const Projection& shown, const ImGuiBridge& bridge, QSizeF area, Position extent);

/// What their numbers take from the right and the lower edge.
QSizeF scales_room(const ImGuiBridge& bridge);

}  // namespace ergo
