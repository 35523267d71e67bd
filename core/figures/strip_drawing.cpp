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
  write_words(context, strip.upright ? strip.place.left + symbol_margin : strip.place.right - symbol_margin,
              strip.place.top + symbol_margin + symbol_size, strip.symbol, palette.secondary, symbol_size, true,
              strip.upright ? 0 : 1);
}

}  // namespace

void draw_outline(cairo_t* context, const LevelLines& outline, const Palette& palette) {
  if (outline.empty()) return;
  set_colour(context, palette.text, outline_opacity / 255.0);
  cairo_set_line_width(context, palette.line_width);
  cairo_new_path(context);
  for (const auto& [from, to] : outline) {
    cairo_move_to(context, from.x, from.y);
    cairo_line_to(context, to.x, to.y);
  }
  cairo_stroke(context);
}

void draw_strips(cairo_t* context, const std::vector<Strip>& strips, const Palette& palette) {
  for (const Strip& strip : strips) draw_strip(context, strip, palette);
}

}  // namespace ergo
