#include "core/figures/figure_form.h"

#include <algorithm>
#include <cmath>

namespace ergo {
namespace {

constexpr double screen = 96;  // pixels of an inch
constexpr double point = screen / 72;

}  // namespace

FigureForm FigureForm::paper(const FigureStyle& style, double scale) {
  FigureForm form{.style = style, .scale = scale};
  form.take_font();
  form.take_lines();
  return form;
}

void FigureForm::take_font() { text = style.font * point / scale; }
void FigureForm::take_lines() { line = style.lines * point / scale; }

double FigureForm::view_scale() const { return scale * (on_paper ? figure_resolution / screen : 1); }

Position FigureForm::pixels() const {
  const auto pixels = [](double mm) { return std::round(mm * points_per_mm / 72 * figure_resolution); };
  return {pixels(style.width), pixels(style.height)};
}

Sheet FigureForm::sheet(Position page) const {
  return {.figures = {},
          .corners = {},
          .page = page,
          .zoom = scale,
          .resolution = resolution(),
          .form = style.text,
          .transparent = style.ground == Ground::transparent,
          .title = {},
          .settings = {}};
}

void fit_to_page(View& view, const RunConfig& config, std::uint64_t step, const FigureForm& form) {
  const double before = static_cast<double>(view.width) / view.height, unit = form.view_scale();
  const Margins beside = margins_beside(form.text);
  const double width = form.pixels().x / unit - beside.left - beside.right;
  const Margins around = margins_of({subtitle_of(config, step)}, width, form.text);
  const double height = form.pixels().y / unit - around.top - around.bottom;
  view.scale = unit;
  view.width = std::max(1, static_cast<int>(std::lround(width * unit)));
  view.height = std::max(1, static_cast<int>(std::lround(height * unit)));
  view.camera.height *= std::max(1.0, before * view.height / view.width);
}

Sheet page_of(Figure figure, const FigureForm& form) {
  figure.text = form.text;
  figure.line = form.line;
  const Position size = Position{double(figure.image.width), double(figure.image.height)} / figure.scale;
  const Margins around = margins_of({figure.subtitle}, size.x, figure.text);
  Sheet sheet = form.sheet(size + Position{around.left + around.right, around.top + around.bottom});
  sheet.corners = {{around.left, around.top}};
  sheet.top = around.top;
  sheet.title = figure.title;
  sheet.settings = figure.settings;
  sheet.figures.push_back(std::move(figure));
  return sheet;
}

}  // namespace ergo
