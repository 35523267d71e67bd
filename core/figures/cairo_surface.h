#pragma once

#include <cairo.h>

#include <memory>

#include "core/unit/position.h"
#include "core/view/palette.h"

namespace ergo {

struct CairoFree {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, CairoFree>;
using CairoContext = std::unique_ptr<cairo_t, CairoFree>;

inline void set_colour(cairo_t* context, Colour colour, double alpha = 1) {
  const auto [r, g, b] = components(colour);
  cairo_set_source_rgba(context, static_cast<double>(r), static_cast<double>(g), static_cast<double>(b),
                        alpha);
}

/// A straight line.
inline void draw_line(cairo_t* context, Colour ink, double x0, double y0, double x1, double y1,
                      double width = 1) {
  set_colour(context, ink);
  cairo_set_line_width(context, width);
  cairo_move_to(context, x0, y0);
  cairo_line_to(context, x1, y1);
  cairo_stroke(context);
}

}  // namespace ergo
