#pragma once

#include <QRectF>
#include <QSizeF>
#include <string>

#include "core/picture/site_blocks.h"
#include "core/view/colour_key.h"
#include "core/view/projection.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// Explains the colour bar of a lattice's sites.
std::string legend_title(const Target& target, const View& view, const SiteScale& scale);
/// Explains the colour bar of a thermostat.
std::string thermostat_legend_title();
/// Size of a narrow legend with this title, in as many rows as it needs.
QSizeF legend_size(const std::string& title, const ImGuiBridge& bridge, bool narrow);

/// Draws the legend of a lattice's sites: a bar with the masses at its ends and where it is half as bright.
void draw_legend(const Target& target, const View& view, const SiteScale& scale, const ImGuiBridge& bridge,
                 const QRectF& plate);
/// Draws the legend of chains in colours of classes: a bar of these colours, with what they mean as far as there is room.
void draw_colour_key(const ColourKey& key, const Palette& palette, const ImGuiBridge& bridge, const QRectF& plate);
/// Draws the legend of chains coloured by their thermostat: a bar with values of ξ.
void draw_thermostat_legend(const ToneRange& tones, const Palette& palette, const ImGuiBridge& bridge,
                            const QRectF& plate);

}  // namespace ergo
