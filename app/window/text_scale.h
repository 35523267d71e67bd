#pragma once

#include <QSize>

#include "core/view/palette.h"

namespace ergo {

/// Factor on the design's lengths in a window of this size: the theme's times the user's, as far as picture
/// and plots still have room beside each other. The theme's own is given up only where the bars have none for
/// it.
double text_scale(const Palette& palette, double interface_scale, QSize window);

}  // namespace ergo
