#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "core/view/palette.h"
#include "core/view/projection.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"

namespace ergo {

/// Scales along the picture's lower and right edges, where the axes are not the plane's own (dim 1 and phase
/// space) and on lattices whose sites are 8 pixels or larger. So much of the picture's foot is covered. No
/// word is cut by a panel: numbers that one would reach are left out, and the vertical axis has its symbol
/// below.
void draw_axes(const Projection& shown, const Navigation& navigation, const Palette& palette,
               const ImGuiBridge& bridge, QSizeF picture, double covered, const std::vector<QRectF>& panels);

/// Whether there are any.
bool has_scales(const Projection& shown, const Navigation& navigation, QSizeF picture);
/// What their numbers take from the right and the lower edge.
QSizeF scales_room(const ImGuiBridge& bridge);

}  // namespace ergo
