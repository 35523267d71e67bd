// Figures as files.
#include "core/figures/figure.h"
#include "core/figures/figure_drawing.h"
#include "core/figures/page.h"

namespace ergo {
namespace {

constexpr double points_per_pixel = 72.0 / 96;

void draw(cairo_t* context, const Sheet& sheet) {
  if (!sheet.transparent) {
    set_colour(context, sheet.figures.front().palette.ground);
    cairo_paint(context);
  }
  for (std::size_t i = 0; i < sheet.figures.size(); ++i) {
    cairo_save(context);
    cairo_translate(context, sheet.corners[i].x, sheet.corners[i].y);
    draw_figure(context, sheet.figures[i], sheet.top);
    cairo_restore(context);
  }
}

}  // namespace

void write_sheet(const std::string& path, const Sheet& sheet) {
  write_page(path, {.size = sheet.page,
                    .points = sheet.zoom * points_per_pixel,
                    .pixels = sheet.figures.front().scale,
                    .resolution = sheet.resolution,
                    .title = sheet.title,
                    .settings = sheet.settings,
                    .text = sheet.form,
                    .transparent = sheet.transparent,
                    .draw = [&](cairo_t* context) { draw(context, sheet); }});
}

}  // namespace ergo
