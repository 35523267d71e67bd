#include "core/io/figure.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>

#include "core/io/atomic_file.h"
#include "core/io/cairo_text.h"
#include "core/io/provenance.h"
#include "core/io/scales.h"
#include "core/io/strip_drawing.h"
#include "core/io/view_json.h"
#include "core/maths/round_numbers.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

constexpr double left = 62, right = 18, title_base = 19, foot = 44;  // of the picture's margins, in points
constexpr double text_size = 11, title_size = 14, row_height = 15, tick_length = 4;

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

/// Cairo's pixels: alpha, red, green, blue in one word, colours multiplied by alpha.
CairoSurface pixels_of(const Image& image) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height));
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

std::vector<std::string> subtitle_rows(cairo_t* context, const Figure& figure) {
  return rows_of(context, figure.subtitle, text_size, figure.image.width / figure.scale);
}

/// Above a picture with so many rows below its title.
double head_of(std::size_t rows) { return title_base + 12 + row_height * static_cast<double>(rows); }

/// Draws a figure, the same for every kind of file; its picture stands `head` points from the top.
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
    horizontal();
    vertical();
    titles();
    legend();
  }

 private:
  /// Words whose point `share` of the way along their length stands at x; returns their length.
  double write(double x, double y, const std::string& words, Colour ink, double share = 0,
               double size = text_size, bool bold = false) const {
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
      write(x, bottom + tick_length + text_size + 2, tick_text(value, high - low), figure_.palette.text, 0.5);
    }
    write(left + width_ / 2, bottom + foot - 8, figure_.horizontal, figure_.palette.text, 0.5, text_size,
          true);
  }
  void vertical() const {
    if (figure_.vertical.empty()) return;
    const double low = figure_.low.y, high = figure_.high.y;
    for (const double value : round_numbers(low, high, std::max(2, static_cast<int>(height_ / 70)))) {
      const double y = head_ + height_ * (high - value) / (high - low);
      line(left - tick_length, y, left, y);
      write(left - tick_length - 3, y + 0.35 * text_size, tick_text(value, high - low), figure_.palette.text,
            1);
    }
    cairo_save(context_);
    cairo_translate(context_, 16, head_ + height_ / 2);
    cairo_rotate(context_, -std::acos(0.0));
    write(0, 0, figure_.vertical, figure_.palette.text, 0.5, text_size, true);
    cairo_restore(context_);
  }
  void titles() const {
    const double x = figure_.dot ? left + 14 : left;
    if (figure_.dot) dot(left + 4, *figure_.dot);
    write(x, title_base, figure_.title, figure_.palette.text, 0, title_size, true);
    double base = title_base + 3;
    for (const std::string& row : subtitle_rows(context_, figure_))
      write(left, base += row_height, row, figure_.palette.secondary);
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
    cairo_arc(context_, x, title_base - 0.35 * text_size, 4, 0, 2 * std::acos(-1.0));
    cairo_fill(context_);
  }

  cairo_t* context_;
  const Figure& figure_;
  double head_, width_, height_;
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

void describe_svg(std::string& svg, const Sheet& figure) {
  const auto root = svg.find("<svg");
  const auto end = root == std::string::npos ? root : svg.find('>', root);
  if (end == std::string::npos) throw std::logic_error("an SVG without its root");
  svg.insert(end + 1,
             "\n<title>" + escaped(figure.title) + "</title>\n<desc>" + escaped(figure.settings) + "</desc>");
}

void describe_pdf(cairo_surface_t* surface, const Sheet& figure) {
  const std::string creator = "ergoscope " + version();
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, figure.title.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, figure.settings.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator.c_str());
}

}  // namespace

std::string sampler_numbers(const RunConfig& config) {
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  std::string words;
  for (const Parameter& p : sampler.parameters)
    if ((p.kind == Kind::real || p.kind == Kind::integer) &&
        is_used(p, sampler.parameters, config.sampler.values))
      words += (words.empty() ? "" : ",  ") + p.symbol + " = " +
               value_text(p, parameter(config.sampler, sampler, p.id));
  return words;
}

std::string settings_line(const RunConfig& config) {
  const std::string numbers = sampler_numbers(config);
  return numbers + (numbers.empty() ? "" : ",  ") + std::to_string(config.chains) + " chains,  seed " +
         std::to_string(config.seed);
}

namespace {

/// The ends of the ramp where the chains' colours tell of their thermostat; else none.
std::vector<Figure::Sample> tone_samples(const Session& session, const View& view) {
  if (colour_shown(view, session.sampler_descriptor()) != ColourBy::thermostat) return {};
  const auto [middle, width] = thermostat_tones(session);
  return {{view.palette.ramp.front(), "ξ ≤ " + tick_text(middle - width / 2, width)},
          {view.palette.ramp.back(), "ξ ≥ " + tick_text(middle + width / 2, width)}};
}

}  // namespace

/// Of numbers that count sites.
std::string in_sites(const std::string& symbol, const Session& session, const View& view) {
  const bool sites = session.target().lattice() && view.coordinates == Coordinates::position;
  return symbol + (sites ? " (sites)" : "");
}

Figure figure_of(const Session& session, const View& view, Image image, std::vector<Strip> strips) {
  const Projection shown = projection(session, view.coordinates);
  const Descriptor& sampler = session.sampler_descriptor();
  const Position top_left = to_plane(view, {0, 0}),
                 foot_right = to_plane(view, {double(view.width), double(view.height)});
  Figure figure{.image = std::move(image),
                .strips = std::move(strips),
                .scale = view.scale,
                .low = {top_left.x, foot_right.y / shown.stretch},
                .high = {foot_right.x, top_left.y / shown.stretch},
                .title = session.target_descriptor().title + ", " + sampler.title,
                .subtitle = settings_line(session.config()) + ",  step " + std::to_string(session.step()),
                .horizontal = in_sites(shown.horizontal_symbol, session, view),
                .vertical = shown.line ? "" : in_sites(shown.vertical_symbol, session, view),
                .palette = view.palette,
                .settings = provenance(session, look_notes(view))};
  figure.legend = tone_samples(session, view);
  if (figure.legend.empty())
    figure.legend.push_back({sampler_colour(sampler.id, view.palette), sampler.title});
  return figure;
}

Figure figure_beside(const Session& session, const View& view, Image image, std::vector<Strip> strips) {
  Figure figure = figure_of(session, view, std::move(image), std::move(strips));
  figure.title = session.sampler_descriptor().title;
  figure.dot = sampler_colour(session.sampler_descriptor().id, view.palette);
  figure.legend = tone_samples(session, view);
  return figure;
}

void write_figure(const std::string& path, const Figure& figure) {
  write_sheet(path, {{figure}, 1, figure.title, figure.settings});
}

void write_sheet(const std::string& path, const Sheet& sheet) {
  const Figure& first = sheet.figures.front();
  std::size_t subtitle = 1;
  {
    const CairoSurface nowhere(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));
    const CairoContext measure(cairo_create(nowhere.get()));
    for (const Figure& figure : sheet.figures)
      subtitle = std::max(subtitle, subtitle_rows(measure.get(), figure).size());
  }
  const double head = head_of(subtitle);
  const double width = first.image.width / first.scale + left + right,
               height = first.image.height / first.scale + head + foot;
  const std::size_t rows = (sheet.figures.size() + sheet.columns - 1) / sheet.columns;
  const double whole_width = width * static_cast<double>(sheet.columns),
               whole_height = height * static_cast<double>(rows);
  const bool svg = path.ends_with(".svg");
  std::string bytes;
  CairoSurface surface(svg ? cairo_svg_surface_create_for_stream(append, &bytes, whole_width, whole_height)
                           : cairo_pdf_surface_create_for_stream(append, &bytes, whole_width, whole_height));
  if (!svg) describe_pdf(surface.get(), sheet);
  {
    const CairoContext context(cairo_create(surface.get()));
    set_colour(context.get(), first.palette.ground);
    cairo_paint(context.get());
    for (std::size_t i = 0; i < sheet.figures.size(); ++i) {
      cairo_save(context.get());
      cairo_translate(context.get(), width * static_cast<double>(i % sheet.columns),
                      height * static_cast<double>(i / sheet.columns));
      Drawing(context.get(), sheet.figures[i], head).draw();
      cairo_restore(context.get());
    }
  }
  cairo_surface_finish(surface.get());
  if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    throw machine_error("the picture cannot be drawn", cairo_status_to_string(status), "", path);
  if (svg) describe_svg(bytes, sheet);
  write_file(path, bytes);
}

}  // namespace ergo
