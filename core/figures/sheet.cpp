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

void write_figure(const std::string& path, const Figure& figure) {
  const Position size = Position{double(figure.image.width), double(figure.image.height)} / figure.scale;
  const Margins around = margins_of({figure.subtitle}, size.x, figure.text);
  write_sheet(path, {.figures = {figure},
                     .corners = {{around.left, around.top}},
                     .top = around.top,
                     .page = size + Position{around.left + around.right, around.top + around.bottom},
                     .title = figure.title,
                     .settings = figure.settings});
}

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
