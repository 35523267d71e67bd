#pragma once

#include "core/figures/cairo_surface.h"
#include "core/figures/figure.h"

namespace ergo {

/// The image for cairo. Throws Error (Blame::machine) for one that is too large.
CairoSurface surface_of(const Image& image);

/// Draws a figure; the origin is the upper left corner of its picture, its title begins `top` above it.
void draw_figure(cairo_t* context, const Figure& figure, double top);

}  // namespace ergo
