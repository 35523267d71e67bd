#pragma once

#include <QSize>

#include "core/view/palette.h"

namespace ergo {

/// Factor on the design's lengths in a window of this size: the theme's factor times the user's, limited so that
/// picture and plots have room beside each other. The theme's factor itself is reduced only if the bars have no room
/// for it.
double text_scale(const Palette& palette, double interface_scale, QSize window);

}  // namespace ergo
