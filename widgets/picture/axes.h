#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "core/view/palette.h"
#include "core/view/projection.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"

namespace ergo {

/// Numbers and symbols along the picture's lower and right edges, or beside a lattice's sites. So much of the
/// picture's foot is covered. No word is cut by a panel: numbers that one would reach are left out, and the vertical
/// axis has its symbol below.
void draw_axes(const Projection& shown, const Navigation& navigation, const Palette& palette,
               const ImGuiBridge& bridge, QSizeF picture, double covered, const std::vector<QRectF>& panels);

/// What their numbers take from the right and the lower edge.
QSizeF scales_room(const ImGuiBridge& bridge);

}  // namespace ergo
