#pragma once

#include "core/view/outline.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// In logical pixels from the picture's corner.
void draw_outline(const LevelLines& outline, const Palette& palette, const ImGuiBridge& bridge);

}  // namespace ergo
