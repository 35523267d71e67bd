#pragma once

#include <string>
#include <string_view>

#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/overlay_drawing.h"

namespace ergo {

/// Sets colours and lengths of the current ImGui context.
void style_overlay(const Palette& palette, double factor);

/// Fills the current context's font atlas: 13 px text, 14 px semibold, 12 px mono, times factor, rasterised
/// for the pixel ratio. Each face holds Latin, Greek, superscripts, arrows and mathematical operators as far
/// as the machine's fonts do.
OverlayFonts load_overlay_fonts(double factor, double pixel_ratio);

/// Marked text as the overlay's fonts show it: letters and digits of subscripts are private code points, which these
/// fonts draw smaller and lowered.
std::string typeset(std::string_view marked);

/// The current ImGui context's atlas.
GlyphCoverage glyph_coverage();

}  // namespace ergo
