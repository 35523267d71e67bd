#pragma once

#include <vector>

#include "core/view/marginal_strips.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// On the picture, from its upper left corner.
void draw_strips(const std::vector<Strip>& strips, const Palette& palette, const ImGuiBridge& bridge);

}  // namespace ergo
