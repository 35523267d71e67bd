#pragma once

#include <vector>

#include "core/view/marginal_strips.h"
#include "core/view/outline.h"

typedef struct _cairo cairo_t;

namespace ergo {

/// In logical pixels from the picture's corner.
void draw_strips(cairo_t* context, const std::vector<Strip>& strips, const Palette& palette);

/// In logical pixels from the picture's corner.
void draw_outline(cairo_t* context, const LevelLines& outline, const Palette& palette);

}  // namespace ergo
