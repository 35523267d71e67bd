#pragma once

#include <string>

#include "core/picture/projection.h"

typedef struct _cairo cairo_t;

namespace ergo {

/// Whether numbers stand along the edges of a picture of so many logical pixels per unit of the plane: on
/// lines, in planes that are not of positions alone, and on lattices whose sites are large enough.
bool has_scales(const Projection& shown, double pixels_per_unit);

/// A number of an axis of this length: four significant digits.
std::string tick_text(double value, double length);

/// Ticks, numbers and symbols along the lower and the right edge of the picture of a run in this view, where
/// it has scales. In logical pixels from the picture's corner.
void draw_scales(cairo_t* context, const Session& session, const View& view);

}  // namespace ergo
