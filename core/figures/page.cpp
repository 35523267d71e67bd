#include "core/figures/page.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/png.h"
#include "core/settings/provenance.h"

namespace ergo {
namespace {

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

/// Puts title and settings at the beginning of an SVG, and text at its end, above all that is drawn.
void complete_svg(std::string& svg, const Page& page, const std::string& text) {
  const auto root = svg.find("<svg");
  const auto begin = root == std::string::npos ? root : svg.find('>', root), end = svg.rfind("</svg>");
  if (begin == std::string::npos || end == std::string::npos) throw std::logic_error("an SVG without its root");
  svg.insert(end, text);
  svg.insert(begin + 1, "\n<title>" + xml_escaped(page.title) + "</title>\n<desc>" + xml_escaped(page.settings) +
                            "</desc>");
}

void describe_pdf(cairo_surface_t* surface, const Page& page) {
  const std::string creator = "ergoscope " + version();
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, page.title.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, page.settings.c_str());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator.c_str());
}

/// Draws on a surface with so many of its units in one of the page's, and ends it.
void draw_on(cairo_surface_t* surface, double units, const Page& page, const std::string& path = {}) {
  {
    const CairoContext context(cairo_create(surface));
    cairo_scale(context.get(), units, units);
    page.draw(context.get());
  }
  cairo_surface_finish(surface);
  if (const auto status = cairo_surface_status(surface); status != CAIRO_STATUS_SUCCESS)
    throw machine_error("the picture cannot be drawn", cairo_status_to_string(status), "", path);
}

/// Cairo's word, whose colours are multiplied by alpha, as the four bytes of a PNG.
void unpack(std::uint8_t* rgba, bool transparent) {
  const auto word = *reinterpret_cast<const std::uint32_t*>(rgba);
  const std::uint32_t alpha = transparent ? word >> 24 : 255;
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t part = word >> (16 - 8 * k) & 255;
    rgba[k] = static_cast<std::uint8_t>(alpha == 0 ? 0 : std::min(255u, (255 * part + alpha / 2) / alpha));
  }
  rgba[3] = static_cast<std::uint8_t>(alpha);
}

void write_pixels(const std::string& path, const Page& page) {
  const Image image = pixels_of(page);
  write_png(path, image.width, image.height, image.rgba,
            {{"Title", page.title}, {"Software", "ergoscope " + version()}, {"Comment", page.settings}}, {},
            page.resolution);
}

}  // namespace

Image pixels_of(const Page& page) {
  Image image{static_cast<int>(std::lround(page.size.x * page.pixels)),
              static_cast<int>(std::lround(page.size.y * page.pixels)),
              {}};
  const std::uint64_t bytes =
      std::uint64_t{4} * static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
  require_memory(bytes, "the picture", "a smaller picture");
  image.rgba.resize(bytes);
  const CairoSurface surface(cairo_image_surface_create_for_data(image.rgba.data(), CAIRO_FORMAT_ARGB32, image.width,
                                                                 image.height, 4 * image.width));
  draw_on(surface.get(), page.pixels, page);
  for (std::size_t i = 0; i < bytes; i += 4) unpack(&image.rgba[i], page.transparent);
  return image;
}

void write_page(const std::string& path, const Page& page) {
  if (path.ends_with(".png")) return write_pixels(path, page);
  const bool svg = path.ends_with(".svg");
  const Position size = page.points * page.size;
  std::string bytes;
  const CairoSurface surface(svg ? cairo_svg_surface_create_for_stream(append, &bytes, size.x, size.y)
                                 : cairo_pdf_surface_create_for_stream(append, &bytes, size.x, size.y));
  if (!svg) describe_pdf(surface.get(), page);
  const Lettering lettering(surface.get(), page.text, svg);
  draw_on(surface.get(), page.points, page, path);
  if (svg) complete_svg(bytes, page, lettering.elements());
  write_file(path, bytes);
}

}  // namespace ergo
