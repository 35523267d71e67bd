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

/// Lengths of a figure with letters of this size.
struct Lengths {
  double text, unit = text / 11;
  double head = 14 * unit, title_base = 19 * unit, row = 15 * unit, tick = 4 * unit, dot = 4 * unit;
  double between_ticks_x = 90 * unit, between_ticks_y = 70 * unit;
};

/// Some `count` ticks, and three at least. Sites have whole numbers.
std::vector<double> ticks_between(double low, double high, double count, bool sites) {
  constexpr int enough = 12;
  std::vector<double> ticks;
  for (int wanted = std::max(2, static_cast<int>(count)); ticks.size() < 3 && wanted <= enough; ++wanted) {
    ticks = round_numbers(low, high, wanted);
    if (sites) std::erase_if(ticks, [](double value) { return std::abs(value - std::round(value)) > 1e-6; });
  }
  return ticks;
}

std::vector<std::string> subtitle_rows(cairo_t* context, const Figure& figure) {
  return rows_of(context, figure.subtitle, figure.text, figure.image.width / figure.scale);
}

/// Draws a figure, the same for every kind of file; its picture stands `head` from the top.
class Drawing {
 public:
  Drawing(cairo_t* context, const Figure& figure, double head)
      : context_(context),
        figure_(figure),
        head_(head),
        left_(margins_beside(figure.text).left),
        foot_(margins_beside(figure.text).bottom),
        by_{figure.text},
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
  double write(double x, double y, const std::string& words, double share, bool bold = false) const {
    return write_words(context_, x, y, words, figure_.palette.text, by_.text, bold, share);
  }
  void line(double x0, double y0, double x1, double y1) const {
    draw_line(context_, figure_.palette.secondary, x0, y0, x1, y1, figure_.line);
  }
  void picture() const {
    const CairoSurface pixels = surface_of(figure_.image);
    cairo_save(context_);
    cairo_translate(context_, left_, head_);
    cairo_scale(context_, 1 / figure_.scale, 1 / figure_.scale);
    cairo_set_source_surface(context_, pixels.get(), 0, 0);
    cairo_paint(context_);
    cairo_restore(context_);
    cairo_save(context_);
    cairo_translate(context_, left_, head_);
    draw_outline(context_, figure_.outline, figure_.palette);
    draw_strips(context_, figure_.strips, figure_.palette);
    cairo_restore(context_);
  }
  void border() const {
    set_colour(context_, figure_.palette.secondary);
    cairo_set_line_width(context_, figure_.line);
    cairo_rectangle(context_, left_, head_, width_, height_);
    cairo_stroke(context_);
  }
  void horizontal() const {
    if (figure_.horizontal.empty()) return;
    const double low = figure_.low.x, high = figure_.high.x, bottom = head_ + height_;
    for (const double value : ticks_between(low, high, width_ / by_.between_ticks_x, figure_.sites)) {
      const double x = left_ + width_ * (value - low) / (high - low);
      line(x, bottom, x, bottom + by_.tick);
      write(x, bottom + by_.tick + 1.2 * by_.text, tick_text(value, high - low), 0.5);
    }
    write(left_ + width_ / 2, foot_base(), figure_.horizontal, 0.5, true);
  }
  void vertical() const {
    if (figure_.vertical.empty()) return;
    const double low = figure_.low.y, high = figure_.high.y;
    for (const double value : ticks_between(low, high, height_ / by_.between_ticks_y, figure_.sites)) {
      const double y = head_ + height_ * (high - value) / (high - low);
      line(left_ - by_.tick, y, left_, y);
      write(left_ - by_.tick - 3 * by_.unit, y + 0.35 * by_.text, tick_text(value, high - low), 1);
    }
    cairo_save(context_);
    cairo_translate(context_, 16 * by_.unit, head_ + height_ / 2);
    cairo_rotate(context_, -std::acos(0.0));
    write(0, 0, figure_.vertical, 0.5, true);
    cairo_restore(context_);
  }
  void titles() const {
    const double indent = title_indent(), length = length_of(context_, figure_.title, by_.head, true);
    if (figure_.dot) dot(left_ + by_.dot, by_.title_base, *figure_.dot);
    const double fits = std::min(1.0, (width_ - indent) / length);
    write_words(context_, left_ + indent, by_.title_base, figure_.title, figure_.palette.text, fits * by_.head,
                true);
    double base = by_.title_base + 3 * by_.unit;
    for (const std::string& row : subtitle_rows(context_, figure_))
      write_words(context_, left_, base += by_.row, row, figure_.palette.secondary, by_.text);
  }
  double title_indent() const { return figure_.dot ? 14 * by_.unit : 0; }
  double foot_base() const { return head_ + height_ + foot_ - 8 * by_.unit; }
  /// At the right of the title where there is room, otherwise at the foot.
  void legend() const {
    double length = 0;
    for (const Figure::Sample& sample : figure_.legend)
      length += 25 * by_.unit + length_of(context_, sample.words, by_.text, false);
    const double rest = width_ - title_indent() - length_of(context_, figure_.title, by_.head, true);
    const double base = length <= rest ? by_.title_base : foot_base();
    double x = left_ + width_;
    for (auto sample = figure_.legend.rbegin(); sample != figure_.legend.rend(); ++sample) {
      x -= write(x, base, sample->words, 1) + 9 * by_.unit;
      dot(x, base, sample->colour);
      x -= 16 * by_.unit;
    }
  }
  void dot(double x, double base, Colour colour) const {
    set_colour(context_, colour);
    cairo_arc(context_, x, base - 0.35 * by_.text, by_.dot, 0, 2 * std::acos(-1.0));
    cairo_fill(context_);
  }

  cairo_t* context_;
  const Figure& figure_;
  double head_, left_, foot_;
  Lengths by_;
  double width_, height_;
};

}  // namespace

CairoSurface surface_of(const Image& image) {
  // Cairo's pixels: alpha, red, green, blue in one word, colours multiplied by alpha.
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

Margins margins_beside(double text) {
  const double unit = Lengths{text}.unit;
  return {.left = 62 * unit, .right = 18 * unit, .bottom = 44 * unit};
}

Margins margins_of(const std::vector<std::string>& subtitles, double width, double text) {
  const CairoSurface nowhere(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));
  const CairoContext measure(cairo_create(nowhere.get()));
  std::size_t rows = 1;
  for (const std::string& words : subtitles)
    rows = std::max(rows, rows_of(measure.get(), words, text, width).size());
  const Lengths by{text};
  Margins margins = margins_beside(text);
  margins.top = by.title_base + 12 * by.unit + by.row * static_cast<double>(rows);
  return margins;
}

void draw_figure(cairo_t* context, const Figure& figure, double top) {
  cairo_save(context);
  cairo_translate(context, -margins_beside(figure.text).left, -top);
  Drawing(context, figure, top).draw();
  cairo_restore(context);
}

}  // namespace ergo
