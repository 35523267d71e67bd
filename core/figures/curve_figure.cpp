#include "core/figures/curve_figure.h"

#include <algorithm>
#include <cmath>

#include "core/figures/curve_panel.h"
#include "core/figures/page.h"

namespace ergo {
namespace {

constexpr double room_for_a_point = 1.04;
constexpr double further_panel = 0.8;  // its height in that of the first
constexpr double page_margin = 0.4;    // in sizes of the letters

void draw_panels(cairo_t* context, const CurveFigure& figure, Position size) {
  const double margin = page_margin * figure.style.font;
  if (figure.style.ground != Ground::transparent) {
    set_colour(context, figure.palette.panel);
    cairo_paint(context);
  }
  const auto count = static_cast<double>(figure.panels.size());
  std::vector<PanelDrawing> drawings;
  const CurvePanel& last = figure.panels.back();
  for (const CurvePanel& panel : figure.panels) {
    // Axes that are alike have their name below the last one.
    const Interval x = abscissa_range(panel), foot = abscissa_range(last);
    const bool alike = x.low == foot.low && x.high == foot.high && panel.abscissa == last.abscissa;
    drawings.emplace_back(context, figure, panel, &panel == &figure.panels.front(), &panel == &last || !alike);
  }
  double left = 0;
  const auto place = [&](std::size_t i) {
    const double height = (size.y - 2 * margin) / count, top = margin + height * static_cast<double>(i);
    return Box{margin, top, size.x - margin, top + height - (i + 1 < drawings.size() ? margin : 0)};
  };
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    drawings[i].lay_out(place(i));
    left = std::max(left, drawings[i].left_margin());
  }
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    drawings[i].set_left_margin(left);
    drawings[i].lay_out(place(i));
    drawings[i].draw();
  }
}

}  // namespace

const std::vector<double>& dash_pattern(int number) {
  static const std::vector<double> patterns[] = {
      {}, {4, 2, 1, 2}, {1, 2}, {4, 2, 1, 2, 1, 2}, {8, 3}, {8, 2, 3, 2}},
                                   plain = {4, 2};
  return number < 0 ? plain : patterns[static_cast<std::size_t>(number) % std::size(patterns)];
}

ValueScale abscissa_scale(const CurvePanel& panel) { return {.logarithmic = panel.logarithmic_x}; }

ValueScale ordinate_scale(const CurvePanel& panel) {
  // Within the band values differ by chance: a logarithm would magnify the small ones.
  double bend = panel.bend;
  for (const CurvePanel::Band& band : panel.band) bend = std::max(bend, band.high - panel.base);
  return {.logarithmic = panel.logarithmic_y, .bend = bend, .base = panel.base};
}

Interval abscissa_range(const CurvePanel& panel) {
  if (panel.x_places) return *panel.x_places;
  const ValueScale scale = abscissa_scale(panel);
  AxisContents shown;
  bool lone = false;
  for (const CurvePanel::Curve& curve : panel.curves) {
    lone |= curve.values.size() == 1;
    for (const CurvePanel::Value& value : curve.values)
      if (const double place = scale.place(value.x); std::isfinite(place)) shown.add(place);
  }
  const auto [low, high] = shown.places;
  if (panel.logarithmic_x) return high > low ? Interval{low, high} : Interval{0, 1};
  return {0, high > 0 ? high * (lone ? room_for_a_point : 1) : 1};
}

Interval ordinate_range(const CurvePanel& panel) {
  if (panel.y_places) return *panel.y_places;
  const ValueScale scale = ordinate_scale(panel);
  AxisContents shown;
  const auto add = [&](double value) {
    if (const double place = scale.place(value); std::isfinite(place)) shown.add(place);
  };
  for (const CurvePanel::Curve& curve : panel.curves) {
    for (const CurvePanel::Value& value : curve.values) add(value.value);
    for (const auto* line : {&curve.low, &curve.high})
      for (const Position& place : *line) add(place.y);
  }
  for (const Position& place : panel.reference) add(place.y);
  Interval band{HUGE_VAL, -HUGE_VAL};
  for (const auto& [x, low, high] : panel.band) band = {std::min(band.low, low), std::max(band.high, high)};
  if (!panel.band.empty()) shown.band = band;
  return ordinate_range(shown, scale);
}

PanelNumbers panel_numbers(const CurveFigure& figure, const CurvePanel& panel, const Box& place) {
  const CairoSurface nowhere(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));
  const CairoContext measure(cairo_create(nowhere.get()));
  PanelDrawing drawing(measure.get(), figure, panel, true, true);
  for (int pass = 0; pass < 2; ++pass) drawing.lay_out(place);
  return {drawing.ticks_along(), drawing.ticks_up()};
}

Position size_of(const CurveFigure& figure) {
  const auto further = static_cast<double>(figure.panels.size()) - 1;
  return {figure.style.width, figure.style.height * (figure.style.tall ? 1 : 1 + further_panel * further)};
}

void write_curves(const std::string& path, const CurveFigure& figure) {
  const Position size = points_per_mm * size_of(figure);
  write_page(path, {.size = size,
                    .points = 1,
                    .pixels = figure_resolution / 72,
                    .resolution = figure_resolution,
                    .title = figure.title,
                    .settings = figure.settings,
                    .text = figure.style.text,
                    .transparent = figure.style.ground == Ground::transparent,
                    .draw = [&](cairo_t* context) { draw_panels(context, figure, size); }});
}

}  // namespace ergo
