#pragma once

#include <QSizeF>

#include "core/picture/projection.h"
#include "core/picture/site_layer.h"
#include "widgets/imgui_bridge.h"

namespace ergo {

/// What the colours of a lattice's sites mean: a bar in the picture's lower right corner, with the masses at
/// its ends and where it is half as bright. A picture too small for it has none. Its left side is `covered`
/// so far.
void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 QSizeF picture, double covered);
/// What the chains' colours mean where they tell of a thermostat; the same bar with values of ξ.
void draw_thermostat_legend(const ToneRange& tones, const Palette& palette, const ImGuiBridge& bridge,
                            QSizeF picture);

}  // namespace ergo
