// Figures as files.
#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/png.h"
#include "core/figures/figure.h"
#include "core/figures/figure_drawing.h"
#include "core/settings/provenance.h"

namespace ergo {
namespace {

constexpr double points_per_pixel = 72.0 / 96;

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

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

void write_figure(const std::string& path, const Figure& figure) {
  const Position size = Position{double(figure.image.width), double(figure.image.height)} / figure.scale;
  const Margins around = margins_of({figure.subtitle}, size.x);
  write_sheet(path, {.figures = {figure},
                     .corners = {{around.left, around.top}},
                     .top = around.top,
                     .page = size + Position{around.left + around.right, around.top + around.bottom},
                     .title = figure.title,
                     .settings = figure.settings});
}

namespace {

void draw(cairo_t* context, const Sheet& sheet) {
  set_colour(context, sheet.figures.front().palette.ground);
  cairo_paint(context);
  for (std::size_t i = 0; i < sheet.figures.size(); ++i) {
    cairo_save(context);
    cairo_translate(context, sheet.corners[i].x, sheet.corners[i].y);
    draw_figure(context, sheet.figures[i], sheet.top);
    cairo_restore(context);
  }
}

/// Draws on a surface with so many of its units in a logical pixel, and ends it.
void draw_on(cairo_surface_t* surface, double units, const Sheet& sheet, const std::string& path) {
  {
    const CairoContext context(cairo_create(surface));
    cairo_scale(context.get(), units, units);
    draw(context.get(), sheet);
  }
  cairo_surface_finish(surface);
  if (const auto status = cairo_surface_status(surface); status != CAIRO_STATUS_SUCCESS)
    throw machine_error("the picture cannot be drawn", cairo_status_to_string(status), "", path);
}

void write_pixels(const std::string& path, const Sheet& sheet) {
  const double scale = sheet.figures.front().scale;
  const int width = static_cast<int>(std::lround(sheet.page.x * scale)),
            height = static_cast<int>(std::lround(sheet.page.y * scale));
  require_memory(std::uint64_t{4} * static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height),
                 "the picture", "a smaller picture");
  std::vector<std::uint8_t> rgba(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const CairoSurface surface(
      cairo_image_surface_create_for_data(rgba.data(), CAIRO_FORMAT_ARGB32, width, height, 4 * width));
  draw_on(surface.get(), scale, sheet, path);
  for (std::size_t i = 0; i < rgba.size(); i += 4) {  // opaque: the ground lies below
    const auto word = *reinterpret_cast<const std::uint32_t*>(&rgba[i]);
    for (int k = 0; k < 3; ++k) rgba[i + static_cast<std::size_t>(k)] = word >> (16 - 8 * k) & 255;
    rgba[i + 3] = 255;
  }
  write_png(path, width, height, rgba,
            {{"Title", sheet.title}, {"Software", "ergoscope " + version()}, {"Comment", sheet.settings}});
}

}  // namespace

void write_sheet(const std::string& path, const Sheet& sheet) {
  if (path.ends_with(".png")) return write_pixels(path, sheet);
  const bool svg = path.ends_with(".svg");
  const double points = sheet.zoom * points_per_pixel;
  const Position size = points * sheet.page;
  std::string bytes;
  const CairoSurface surface(svg ? cairo_svg_surface_create_for_stream(append, &bytes, size.x, size.y)
                                 : cairo_pdf_surface_create_for_stream(append, &bytes, size.x, size.y));
  if (!svg) describe_pdf(surface.get(), sheet);
  draw_on(surface.get(), points, sheet, path);
  if (svg) describe_svg(bytes, sheet);
  write_file(path, bytes);
}

}  // namespace ergo
