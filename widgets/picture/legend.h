#pragma once

#include <QRectF>
#include <QSizeF>
#include <string>

#include "core/picture/site_layer.h"
#include "core/view/projection.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// What the bar below it tells of the sites' colours.
std::string legend_title(const Target& target, const View& view, const SiteScale& scale);
/// The same of a thermostat's colours.
std::string thermostat_legend_title();
/// Of a bar with this title, narrow: in as many rows as it takes.
QSizeF legend_size(const std::string& title, const ImGuiBridge& bridge, bool narrow);

/// What the colours of a lattice's sites mean: a bar on a plate, with the masses at its ends and where it is
/// half as bright.
void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 const QRectF& plate);
/// What the chains' colours mean where they tell of a thermostat; the same bar with values of ξ.
void draw_thermostat_legend(const ToneRange& tones, const Palette& palette, const ImGuiBridge& bridge,
                            const QRectF& plate);

}  // namespace ergo
