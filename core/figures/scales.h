#pragma once

#include <string>

#include "core/view/projection.h"

typedef struct _cairo cairo_t;

namespace ergo {

/// Room for the numbers of scales at the right and the lower edge, in logical pixels.
inline constexpr Position scales_room{38, 23};

/// A number of an axis of this length: four significant digits.
std::string tick_text(double value, double length);

/// Ticks, numbers and symbols along the lower and the right edge of the picture of a run in this view, where
/// it has scales. In logical pixels from the picture's corner.
void draw_scales(cairo_t* context, const Session& session, const View& view);

}  // namespace ergo
