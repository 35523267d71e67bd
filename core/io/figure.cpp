#include "core/io/figure.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "core/io/atomic_file.h"
#include "core/io/provenance.h"
#include "core/maths/round_numbers.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

constexpr double left = 62, right = 18, head = 46, foot = 44;  // margins of the picture, in points
constexpr double text_size = 11, title_size = 14, tick_length = 4;

struct Free {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, Free>;
using Context = std::unique_ptr<cairo_t, Free>;

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

/// Four significant digits.
std::string tick_text(double value, double step) {
  char digits[32];
  const double clean = std::abs(value) < 1e-9 * step ? 0 : value;
  const auto end = std::to_chars(digits, digits + sizeof digits, clean, std::chars_format::general, 4).ptr;
  const std::string text(digits, end);
  return text.starts_with('-') ? "\u2212" + text.substr(1) : text;
}

/// Cairo's pixels: alpha, red, green, blue in one word, colours multiplied by alpha.
Surface pixels_of(const Image& image) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw machine_error("too large a picture",
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

/// Draws a figure, the same for every kind of file.
class Drawing {
 public:
  Drawing(cairo_t* context, const Figure& figure)
      : context_(context),
        figure_(figure),
        width_(figure.image.width / figure.scale),
        height_(figure.image.height / figure.scale) {}

  void draw() const {
    colour(figure_.palette.ground);
    cairo_paint(context_);
    picture();
    horizontal();
    vertical();
    titles();
    legend();
  }

 private:
  void colour(Colour colour) const {
    const auto [r, g, b] = components(colour);
    cairo_set_source_rgb(context_, static_cast<double>(r), static_cast<double>(g), static_cast<double>(b));
  }
  void face(bool bold) const {
    cairo_select_font_face(context_, "Inter", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  }
  /// Words whose point `share` of the way along their length stands at x; returns their length.
  double write(double x, double y, const std::string& words, Colour ink, double share = 0,
               double size = text_size, bool bold = false) const {
    face(bold);
    cairo_set_font_size(context_, size);
    cairo_text_extents_t extents;
    cairo_text_extents(context_, words.c_str(), &extents);
    colour(ink);
    cairo_move_to(context_, x - share * extents.x_advance, y);
    cairo_show_text(context_, words.c_str());
    return extents.x_advance;
  }
  /// The size at which the words are no longer than `room`.
  double fitting(const std::string& words, double room) const {
    cairo_set_font_size(context_, text_size);
    cairo_text_extents_t extents;
    cairo_text_extents(context_, words.c_str(), &extents);
    return text_size * std::min(1.0, room / extents.x_advance);
  }
  void line(double x0, double y0, double x1, double y1) const {
    colour(figure_.palette.secondary);
    cairo_set_line_width(context_, 1);
    cairo_move_to(context_, x0, y0);
    cairo_line_to(context_, x1, y1);
    cairo_stroke(context_);
  }
  void picture() const {
    const Surface pixels = pixels_of(figure_.image);
    cairo_save(context_);
    cairo_translate(context_, left, head);
    cairo_scale(context_, 1 / figure_.scale, 1 / figure_.scale);
    cairo_set_source_surface(context_, pixels.get(), 0, 0);
    cairo_paint(context_);
    cairo_restore(context_);
    colour(figure_.palette.secondary);
    cairo_set_line_width(context_, 1);
    cairo_rectangle(context_, left, head, width_, height_);
    cairo_stroke(context_);
  }
  void horizontal() const {
    if (figure_.horizontal.empty()) return;
    const double low = figure_.low.x, high = figure_.high.x, bottom = head + height_;
    for (const double value : round_numbers(low, high, std::max(2, static_cast<int>(width_ / 90)))) {
      const double x = left + width_ * (value - low) / (high - low);
      line(x, bottom, x, bottom + tick_length);
      write(x, bottom + tick_length + text_size + 2, tick_text(value, high - low), figure_.palette.text, 0.5);
    }
    write(left + width_ / 2, bottom + foot - 8, figure_.horizontal, figure_.palette.text, 0.5, text_size,
          true);
  }
  void vertical() const {
    if (figure_.vertical.empty()) return;
    const double low = figure_.low.y, high = figure_.high.y;
    for (const double value : round_numbers(low, high, std::max(2, static_cast<int>(height_ / 70)))) {
      const double y = head + height_ * (high - value) / (high - low);
      line(left - tick_length, y, left, y);
      write(left - tick_length - 3, y + 0.35 * text_size, tick_text(value, high - low), figure_.palette.text,
            1);
    }
    write(12, head + height_ / 2, figure_.vertical, figure_.palette.text, 0, text_size, true);
  }
  void titles() const {
    write(left, head - 27, figure_.title, figure_.palette.text, 0, title_size, true);
    face(false);
    write(left, head - 9, figure_.subtitle, figure_.palette.secondary, 0, fitting(figure_.subtitle, width_));
  }
  void legend() const {
    double x = left + width_;
    for (auto sample = figure_.legend.rbegin(); sample != figure_.legend.rend(); ++sample) {
      x -= write(x, head - 27, sample->words, figure_.palette.text, 1) + 9;
      colour(sample->colour);
      cairo_arc(context_, x, head - 27 - 0.35 * text_size, 4, 0, 2 * std::acos(-1.0));
      cairo_fill(context_);
      x -= 16;
    }
  }

  cairo_t* context_;
  const Figure& figure_;
  double width_, height_;
};

std::string escaped(const std::string& text) {
  std::string xml;
  for (const char letter : text) {
    if (letter == '&')
      xml += "&amp;";
    else if (letter == '<')
      xml += "&lt;";
    else
      xml += letter;
  }
  return xml;
}

void describe_svg(std::string& svg, const Figure& figure) {
  const auto root = svg.find("<svg");
  const auto end = root == std::string::npos ? root : svg.find('>', root);
  if (end == std::string::npos) throw std::logic_error("an SVG without its root");
  svg.insert(end + 1,
             "\n<title>" + escaped(figure.title) + "</title>\n<desc>" + escaped(figure.settings) + "</desc>");
}

void describe_pdf(cairo_surface_t* surface, const Figure& figure) {
  const std::string creator = "ergoscope " + version();
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, figure.title.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, figure.settings.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator.c_str());
}

}  // namespace

std::string settings_line(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  std::string words;
  for (const Parameter& p : sampler.parameters)
    if (p.kind == Kind::real || p.kind == Kind::integer)
      words += p.symbol + " = " + value_text(p, parameter(config.sampler, sampler, p.id)) + ",  ";
  return words + std::to_string(config.chains) + " chains,  seed " + std::to_string(config.seed);
}

Figure figure_of(const Session& session, const View& view, Image image) {
  const Projection shown = projection(session, view.coordinates);
  const Descriptor& sampler = session.sampler_descriptor();
  const Position top_left = to_plane(view, {0, 0}),
                 foot_right = to_plane(view, {double(view.width), double(view.height)});
  Figure figure{.image = std::move(image),
                .scale = view.scale,
                .low = {top_left.x, foot_right.y / shown.stretch},
                .high = {foot_right.x, top_left.y / shown.stretch},
                .title = session.target_descriptor().title + ", " + sampler.title,
                .subtitle = settings_line(session.config()) + ",  step " + std::to_string(session.step()),
                .horizontal = shown.horizontal_symbol,
                .vertical = shown.line ? "" : shown.vertical_symbol,
                .palette = view.palette,
                .settings = provenance(session)};
  figure.legend.push_back({sampler_colour(sampler.id, view.palette), sampler.title});
  return figure;
}

void write_figure(const std::string& path, const Figure& figure) {
  const double width = figure.image.width / figure.scale + left + right,
               height = figure.image.height / figure.scale + head + foot;
  const bool svg = path.ends_with(".svg");
  std::string bytes;
  Surface surface(svg ? cairo_svg_surface_create_for_stream(append, &bytes, width, height)
                      : cairo_pdf_surface_create_for_stream(append, &bytes, width, height));
  if (!svg) describe_pdf(surface.get(), figure);
  {
    const Context context(cairo_create(surface.get()));
    Drawing(context.get(), figure).draw();
  }
  cairo_surface_finish(surface.get());
  if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    throw machine_error("the picture cannot be drawn", cairo_status_to_string(status), "", path);
  if (svg) describe_svg(bytes, figure);
  write_file(path, bytes);
}

}  // namespace ergo
