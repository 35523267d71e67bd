#pragma once

#include <QSizeF>

#include "core/picture/site_layer.h"
#include "widgets/imgui_bridge.h"

namespace ergo {

/// What the colours of a lattice's sites mean: a bar in the picture's lower right corner, with the masses at
/// its ends and where it is half as bright. A picture too small for it has none.
void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 QSizeF picture);

}  // namespace ergo
