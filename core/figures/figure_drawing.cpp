#include "core/figures/figure_drawing.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/figures/cairo_text.h"
#include "core/figures/scales.h"
#include "core/figures/strip_drawing.h"
#include "core/maths/round_numbers.h"

namespace ergo {
namespace {

constexpr double left = Margins().left, foot = Margins().bottom, title_base = 19;
constexpr double figure_text = 11, head_size = 14, line_height = 15, tick_length = 4;

/// Cairo's pixels: alpha, red, green, blue in one word, colours multiplied by alpha.
CairoSurface pixels_of(const Image& image) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw machine_error("the picture is too large:",
                        std::to_string(image.width) + "x" + std::to_string(image.height),
                        "at most 32767 pixels a side");
  unsigned char* to = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y)
    for (std::size_t x = 0; x < static_cast<std::size_t>(image.width); ++x) {
      const std::uint8_t* from = &image.rgba[4 * (y * static_cast<std::size_t>(image.width) + x)];
      const std::uint32_t alpha = from[3];
      std::uint32_t word = alpha << 24;
      for (int k = 0; k < 3; ++k) word |= (from[k] * alpha + 127) / 255 << (16 - 8 * k);
      *reinterpret_cast<std::uint32_t*>(to + y * stride + 4 * x) = word;
    }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

std::vector<std::string> subtitle_rows(cairo_t* context, const Figure& figure) {
  return rows_of(context, figure.subtitle, figure_text, figure.image.width / figure.scale);
}

/// Draws a figure, the same for every kind of file; its picture stands `head` from the top.
class Drawing {
 public:
  Drawing(cairo_t* context, const Figure& figure, double head)
      : context_(context),
        figure_(figure),
        head_(head),
        width_(figure.image.width / figure.scale),
        height_(figure.image.height / figure.scale) {}

  void draw() const {
    picture();
    if (figure_.bare) return;
    border();
    horizontal();
    vertical();
    titles();
    legend();
  }

 private:
  /// Words whose point `share` of the way along their length stands at x; returns their length.
  double write(double x, double y, const std::string& words, Colour ink, double share = 0,
               double size = figure_text, bool bold = false) const {
    const double length = length_of(context_, words, size, bold);
    set_colour(context_, ink);
    cairo_move_to(context_, x - share * length, y);
    cairo_show_text(context_, words.c_str());
    return length;
  }
  void line(double x0, double y0, double x1, double y1) const {
    draw_line(context_, figure_.palette.secondary, x0, y0, x1, y1);
  }
  void picture() const {
    const CairoSurface pixels = pixels_of(figure_.image);
    cairo_save(context_);
    cairo_translate(context_, left, head_);
    cairo_scale(context_, 1 / figure_.scale, 1 / figure_.scale);
    cairo_set_source_surface(context_, pixels.get(), 0, 0);
    cairo_paint(context_);
    cairo_restore(context_);
    cairo_save(context_);
    cairo_translate(context_, left, head_);
    draw_strips(context_, figure_.strips, figure_.palette);
    cairo_restore(context_);
  }
  void border() const {
    set_colour(context_, figure_.palette.secondary);
    cairo_set_line_width(context_, 1);
    cairo_rectangle(context_, left, head_, width_, height_);
    cairo_stroke(context_);
  }
  void horizontal() const {
    if (figure_.horizontal.empty()) return;
    const double low = figure_.low.x, high = figure_.high.x, bottom = head_ + height_;
    for (const double value : round_numbers(low, high, std::max(2, static_cast<int>(width_ / 90)))) {
      const double x = left + width_ * (value - low) / (high - low);
      line(x, bottom, x, bottom + tick_length);
      write(x, bottom + tick_length + figure_text + 2, tick_text(value, high - low), figure_.palette.text,
            0.5);
    }
    write(left + width_ / 2, bottom + foot - 8, figure_.horizontal, figure_.palette.text, 0.5, figure_text,
          true);
  }
  void vertical() const {
    if (figure_.vertical.empty()) return;
    const double low = figure_.low.y, high = figure_.high.y;
    for (const double value : round_numbers(low, high, std::max(2, static_cast<int>(height_ / 70)))) {
      const double y = head_ + height_ * (high - value) / (high - low);
      line(left - tick_length, y, left, y);
      write(left - tick_length - 3, y + 0.35 * figure_text, tick_text(value, high - low),
            figure_.palette.text, 1);
    }
    cairo_save(context_);
    cairo_translate(context_, 16, head_ + height_ / 2);
    cairo_rotate(context_, -std::acos(0.0));
    write(0, 0, figure_.vertical, figure_.palette.text, 0.5, figure_text, true);
    cairo_restore(context_);
  }
  void titles() const {
    const double x = figure_.dot ? left + 14 : left;
    if (figure_.dot) dot(left + 4, *figure_.dot);
    write(x, title_base, figure_.title, figure_.palette.text, 0, head_size, true);
    double base = title_base + 3;
    for (const std::string& row : subtitle_rows(context_, figure_))
      write(left, base += line_height, row, figure_.palette.secondary);
  }
  void legend() const {
    double x = left + width_;
    for (auto sample = figure_.legend.rbegin(); sample != figure_.legend.rend(); ++sample) {
      x -= write(x, title_base, sample->words, figure_.palette.text, 1) + 9;
      dot(x, sample->colour);
      x -= 16;
    }
  }
  void dot(double x, Colour colour) const {
    set_colour(context_, colour);
    cairo_new_path(context_);  // words leave a current point, which an arc would be joined to
    cairo_arc(context_, x, title_base - 0.35 * figure_text, 4, 0, 2 * std::acos(-1.0));
    cairo_fill(context_);
  }

  cairo_t* context_;
  const Figure& figure_;
  double head_, width_, height_;
};

}  // namespace

Margins margins_of(const std::vector<std::string>& subtitles, double width) {
  const CairoSurface nowhere(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));
  const CairoContext measure(cairo_create(nowhere.get()));
  std::size_t rows = 1;
  for (const std::string& words : subtitles)
    rows = std::max(rows, rows_of(measure.get(), words, figure_text, width).size());
  return {.top = title_base + 12 + line_height * static_cast<double>(rows)};
}

void draw_figure(cairo_t* context, const Figure& figure, double top) {
  cairo_save(context);
  cairo_translate(context, -left, -top);
  Drawing(context, figure, top).draw();
  cairo_restore(context);
}

}  // namespace ergo
