#include "core/figures/strip_drawing.h"

#include "core/figures/cairo_text.h"

namespace ergo {
namespace {

constexpr double symbol_size = 12, symbol_margin = 6;

void add(cairo_t* context, const Box& box) {
  cairo_rectangle(context, box.left, box.top, box.width(), box.height());
}

/// Fills all bars as one path, so that no seams show where they touch.
void fill(cairo_t* context, const std::vector<Box>& bars, Colour colour, int opacity) {
  set_colour(context, colour, opacity / 255.0);
  cairo_new_path(context);
  for (const Box& bar : bars) add(context, bar);
  cairo_fill(context);
}

void draw_strip(cairo_t* context, const Strip& strip, const Palette& palette) {
  fill(context, {strip.place}, palette.panel, strip_ground);
  cairo_save(context);
  add(context, strip.place);
  cairo_clip(context);
  fill(context, strip.shares, strip.colour, strip_bars);
  fill(context, strip.band, palette.text, strip_band);
  set_colour(context, palette.text);
  cairo_set_line_width(context, palette.line_width);
  cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
  for (const Position corner : strip.distribution) cairo_line_to(context, corner.x, corner.y);
  cairo_stroke(context);
  cairo_restore(context);
  if (strip.symbol.empty()) return;
  const double length = length_of(context, strip.symbol, symbol_size, true);
  set_colour(context, palette.secondary);
  cairo_move_to(context,
                strip.upright ? strip.place.left + symbol_margin : strip.place.right - symbol_margin - length,
                strip.place.top + symbol_margin + symbol_size);
  cairo_show_text(context, strip.symbol.c_str());
}

}  // namespace

void draw_strips(cairo_t* context, const std::vector<Strip>& strips, const Palette& palette) {
  for (const Strip& strip : strips) draw_strip(context, strip, palette);
}

}  // namespace ergo
