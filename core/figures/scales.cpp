#include "core/figures/scales.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_words.h"
#include "core/figures/cairo_text.h"
#include "core/maths/round_numbers.h"

namespace ergo {
namespace {

constexpr double scale_text = 12, scale_tick = 5, scale_margin = 10, scale_gap = 5;
constexpr double apart_x = 90, apart_y = 70;  // ticks, at least

/// Sites have whole numbers.
bool is_of_no_site(const Projection& shown, double value, double low, double high) {
  return shown.spread > 0 && (std::abs(value - std::round(value)) > 1e-6 || value < low || value > high);
}

int ticks_over(double length, double apart) { return std::max(2, static_cast<int>(length / apart)); }

/// One run's picture, in logical pixels.
struct Edges {
  cairo_t* context;
  const View& view;
  const Projection& shown;
  double width = view.width / view.scale, height = view.height / view.scale;

  /// Symbols stand out.
  void write(double x, double y, const std::string& words, bool symbol, double share) const {
    write_words(context, x, y, words, symbol ? view.palette.text : view.palette.secondary, scale_text, symbol,
                share);
  }
  void tick(double x0, double y0, double x1, double y1) const {
    draw_line(context, view.palette.secondary, x0, y0, x1, y1);
  }
  /// A little to the right of a lattice's last site and below its first; far away for the plane.
  Position beside_sites() const {
    if (shown.spread <= 0) return {INFINITY, INFINITY};
    const double right = to_pixel(view, shown.sites.high).x, foot = to_pixel(view, shown.sites.low).y;
    return {right / view.scale + scale_gap, foot / view.scale + scale_gap};
  }
  void horizontal() const {
    const double low = to_plane(view, {0, 0}).x, high = to_plane(view, {double(view.width), 0}).x;
    for (const double value : round_numbers(low, high, ticks_over(width, apart_x))) {
      if (is_of_no_site(shown, value, shown.sites.low.x, shown.sites.high.x)) continue;
      const double x = to_pixel(view, {value, 0}).x / view.scale;
      const std::string words = tick_text(value, high - low);
      const double length = length_of(context, words, scale_text, false);
      if (x < length || x > width - 2 * length) continue;
      const double edge = height - scale_tick - 4, below = beside_sites().y + scale_text;
      if (below >= edge) tick(x, height, x, height - scale_tick);
      write(x, std::min(below, edge), words, false, 0.5);
    }
    write(width - scale_margin, height - 6, shown.horizontal_symbol, true, 1);
  }
  void vertical() const {
    const double high = to_plane(view, {0, 0}).y / shown.stretch,
                 low = to_plane(view, {0, double(view.height)}).y / shown.stretch;
    for (const double value : round_numbers(low, high, ticks_over(height, apart_y))) {
      if (is_of_no_site(shown, value, shown.sites.low.y, shown.sites.high.y)) continue;
      const double y = to_pixel(view, {0, value * shown.stretch}).y / view.scale;
      if (y < 3 * scale_text || y > height - 3 * scale_text) continue;  // the corners have the symbols
      const std::string words = tick_text(value, high - low);
      const double edge = width - scale_tick - 3, right = beside_sites().x + length_of(context, words, scale_text, false);
      if (right >= edge) tick(width, y, width - scale_tick, y);
      write(std::min(right, edge), y + 0.35 * scale_text, words, false, 1);
    }
    write(width - scale_margin, scale_margin + scale_text, shown.vertical_symbol, true, 1);
  }
};

}  // namespace

std::string tick_text(double value, double length) {
  return significant(std::abs(value) < 1e-9 * length ? 0 : value, 4);
}

void draw_scales(cairo_t* context, const Session& session, const View& view) {
  const Projection shown = projection(session, view.coordinates);
  if (!has_scales(shown, zoom(view) / view.scale, view.scales)) return;
  const Edges edges{context, view, shown};
  edges.horizontal();
  if (!shown.line) edges.vertical();
}

}  // namespace ergo
