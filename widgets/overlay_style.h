#pragma once

#include "widgets/imgui_bridge.h"

namespace ergo {

/// Sets colours and lengths of the current ImGui context.
void style_overlay(const Palette& palette, double factor);

/// Fills the current context's font atlas: 13 px text, 14 px semibold, 12 px mono, times factor, rasterised
/// for the pixel ratio. Each face holds Latin, Greek, superscripts, arrows and mathematical operators as far
/// as the machine's fonts do.
OverlayFonts load_overlay_fonts(double factor, double pixel_ratio);

}  // namespace ergo
