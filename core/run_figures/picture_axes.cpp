#include "core/run_figures/picture_axes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/figures/cairo_text.h"
#include "core/figures/curve_figure.h"
#include "core/figures/figure_drawing.h"
#include "core/figures/strip_drawing.h"

namespace ergo {
namespace {

// In sizes of the letters.
constexpr double tick_size = 0.4, number_gap = 0.35, cap_size = 0.72, title_row = 1.25, below_title = 0.35,
                 sample_size = 1.9, sample_gap = 0.35, name_width = 1.5, label_gap = 0.9;
constexpr std::size_t most_picture_numbers = 5;

double title_indent(double font) { return (sample_size + sample_gap) * font; }

/// Draws one picture, in points from the page's corner.
class PictureDrawing {
 public:
  PictureDrawing(cairo_t* context, const Figure& figure, const PictureFrame& frame)
      : context_(context), figure_(figure), frame_(frame), font_(frame.font), place_(frame.place) {}

  void draw() const {
    title();
    picture();
    cairo_rectangle(context_, place_.left, place_.top, place_.width(), place_.height());
    set_colour(context_, figure_.palette.text);
    cairo_set_line_width(context_, frame_.line);
    cairo_stroke(context_);
    if (!figure_.horizontal.empty()) horizontal();
    if (!figure_.vertical.empty()) vertical();
  }

 private:
  double write(double x, double y, const std::string& words, double share) const {
    return write_words(context_, x, y, words, figure_.palette.text, font_, false, share);
  }
  void title() const {
    const double left = place_.left + title_indent(font_), room = place_.right - left;
    const auto rows = rows_of(context_, figure_.title, font_, room);
    double base = place_.top - below_title * font_ - title_row * font_ * static_cast<double>(rows.size() - 1);
    sample(base - cap_size / 2 * font_);
    for (const std::string& row : rows) {
      write_words(context_, left, base, row, figure_.palette.text, frame_.title_font);
      base += title_row * font_;
    }
  }
  void sample(double y) const {
    const double width = 2 * frame_.line;
    std::vector<double> pattern = dash_pattern(frame_.dash);
    for (double& part : pattern) part *= width;
    cairo_set_dash(context_, pattern.data(), static_cast<int>(pattern.size()), 0);
    draw_line(context_, figure_.dot.value_or(figure_.palette.text), place_.left, y, place_.left + sample_size * font_, y,
              width);
    cairo_set_dash(context_, nullptr, 0, 0);
  }
  void picture() const {
    const CairoSurface pixels = surface_of(figure_.image);
    cairo_save(context_);
    cairo_translate(context_, place_.left, place_.top);
    cairo_save(context_);
    cairo_scale(context_, place_.width() / figure_.image.width, place_.height() / figure_.image.height);
    cairo_set_source_surface(context_, pixels.get(), 0, 0);
    cairo_paint(context_);
    cairo_restore(context_);
    const double logical = place_.width() / figure_.image.width * figure_.scale;
    cairo_scale(context_, logical, logical);
    draw_outline(context_, figure_.outline, figure_.palette);
    draw_strips(context_, figure_.strips, figure_.palette);
    cairo_restore(context_);
  }

  double x_of(double value) const {
    return place_.left + place_.width() * (value - figure_.low.x) / (figure_.high.x - figure_.low.x);
  }
  double y_of(double value) const {
    return place_.bottom - place_.height() * (value - figure_.low.y) / (figure_.high.y - figure_.low.y);
  }
  std::vector<AxisTick> ticks_x() const {
    return picture_ticks(figure_.low.x, figure_.high.x, figure_.sites, [&](const std::vector<AxisTick>& ticks) {
      double end = -HUGE_VAL;
      for (const auto& [value, label] : ticks) {
        const double half = length_of(context_, label, font_, false) / 2;
        if (x_of(value) - half < end) return false;
        end = x_of(value) + half + label_gap * font_;
      }
      return true;
    });
  }
  std::vector<AxisTick> ticks_y() const {
    return picture_ticks(figure_.low.y, figure_.high.y, figure_.sites, [&](const std::vector<AxisTick>& ticks) {
      for (std::size_t i = 1; i < ticks.size(); ++i)
        if (y_of(ticks[i - 1].place) - y_of(ticks[i].place) < 1.5 * font_) return false;
      return true;
    });
  }
  void horizontal() const {
    const double foot = place_.bottom + tick_size * font_;
    for (const auto& [value, label] : ticks_x()) {
      draw_line(context_, figure_.palette.text, x_of(value), place_.bottom, x_of(value), foot, frame_.line);
      if (frame_.numbers_below) write(x_of(value), foot + (number_gap + cap_size) * font_, label, 0.5);
    }
    if (frame_.numbers_below)
      write((place_.left + place_.right) / 2, place_.bottom + (foot_height - 0.25) * font_, figure_.horizontal, 0.5);
  }
  void vertical() const {
    const double left = place_.left - tick_size * font_;
    for (const auto& [value, label] : ticks_y()) {
      draw_line(context_, figure_.palette.text, left, y_of(value), place_.left, y_of(value), frame_.line);
      if (frame_.numbers_left) write(left - number_gap * font_, y_of(value) + cap_size / 2 * font_, label, 1);
    }
    if (!frame_.numbers_left) return;
    cairo_save(context_);
    cairo_translate(context_, place_.left - frame_.left + 0.9 * font_, (place_.top + place_.bottom) / 2);
    cairo_rotate(context_, -std::numbers::pi / 2);
    write(0, 0, figure_.vertical, 0.5);
    cairo_restore(context_);
  }

  cairo_t* context_;
  const Figure& figure_;
  const PictureFrame& frame_;
  double font_;
  const Box& place_;
};

}  // namespace

double room_for_numbers(cairo_t* context, double low, double high, double font) {
  double widest = 0;
  for (const AxisTick& tick : picture_ticks(low, high, false, [](const auto&) { return true; }))
    widest = std::max(widest, length_of(context, tick.label, font, false));
  return (tick_size + number_gap + name_width) * font + widest;
}

double title_height(cairo_t* context, const std::string& title, double width, double font) {
  const auto rows = rows_of(context, title, font, width - title_indent(font)).size();
  return (title_row * static_cast<double>(rows) + below_title) * font;
}

double title_font(cairo_t* context, const std::string& title, double width, double font) {
  const double room = width - title_indent(font);
  double fits = 1;
  for (const std::string& row : rows_of(context, title, font, room))
    fits = std::min(fits, room / length_of(context, row, font, false));
  return fits * font;
}

std::vector<AxisTick> picture_ticks(double low, double high, bool sites,
                                    const std::function<bool(const std::vector<AxisTick>&)>& apart) {
  const auto is_site = [](const AxisTick& tick) { return std::abs(tick.place - std::round(tick.place)) < 1e-6; };
  return axis_ticks({}, low, high, [&](const std::vector<AxisTick>& ticks) {
    return ticks.size() <= most_picture_numbers && (!sites || std::ranges::all_of(ticks, is_site)) && apart(ticks);
  });
}

void draw_picture(cairo_t* context, const Figure& figure, const PictureFrame& frame) {
  PictureDrawing(context, figure, frame).draw();
}

}  // namespace ergo
