// Curves, bands and marks of a panel.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/figures/curve_panel.h"

namespace ergo {
namespace {

constexpr double error_most = 0.25;   // opacity of a curve's errors
constexpr double lost_height = 0.05;  // of ticks for values below a logarithmic axis
constexpr int mark_dash = 2;

bool is_lone(const std::vector<CurvePanel::Value>& values, std::size_t i) {
  return values[i].begins && (i + 1 == values.size() || values[i + 1].begins);
}

}  // namespace

bool PanelDrawing::shows(const CurvePanel::Value& value) const {
  return std::isfinite(value.value) && std::isfinite(x_scale_.place(value.x));
}

void PanelDrawing::stroke(Colour colour, double width, int dash) {
  std::vector<double> pattern = dash_pattern(dash);
  for (double& part : pattern) part *= width;
  set_colour(context_, colour);
  cairo_set_line_width(context_, width);
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(context_, pattern.data(), static_cast<int>(pattern.size()), 0);
  cairo_stroke(context_);
  cairo_set_dash(context_, nullptr, 0, 0);
}

void PanelDrawing::draw() {
  cairo_save(context_);
  cairo_rectangle(context_, axes_.left, axes_.top, axes_.width(), axes_.height());
  cairo_clip(context_);
  draw_band();
  const auto bands = static_cast<double>(std::max<std::size_t>(1, panel_.curves.size()));
  // All of them on top of each other still show half of what is behind.
  const double alpha = std::min(error_most, 1 - std::pow(0.5, 1 / bands));
  for (const auto& curve : panel_.curves) draw_errors(curve, alpha);
  for (const auto& curve : panel_.curves) draw_marks(curve);
  draw_reference();
  for (const auto& curve : panel_.curves) curve.dot ? draw_dots(curve) : draw_curve(curve);
  cairo_restore(context_);
  draw_axes();
  draw_legend();
}

void PanelDrawing::draw_band() {
  std::vector<CurvePanel::Band> band = panel_.band;
  if (band.empty()) return;
  const double left = x_scale_.value(x_.low), right = x_scale_.value(x_.high);
  if (band.size() == 1) band = {{left, band[0].low, band[0].high}, {right, band[0].low, band[0].high}};
  cairo_new_path(context_);
  for (const auto& part : band) cairo_line_to(context_, x_at(part.x), y_at(part.high));
  for (auto part = band.rbegin(); part != band.rend(); ++part)
    cairo_line_to(context_, x_at(part->x), y_at(part->low));
  cairo_close_path(context_);
  set_colour(context_, palette_.secondary, grey_band);
  cairo_fill(context_);
}

void PanelDrawing::draw_bars(const CurvePanel::Curve& curve) {
  const double half = 1.5 * 2 * thin_;  // of the bars' ends
  cairo_new_path(context_);
  for (const auto& value : curve.values) {
    const double low = value.value - value.error, high = value.value + value.error;
    if (!shows(value) || !has_place(high)) continue;
    const double x = x_at(value.x), top = y_at(high), foot = has_place(low) ? y_at(low) : axes_.bottom;
    cairo_move_to(context_, x, top);
    cairo_line_to(context_, x, foot);
    for (const double end : {top, foot}) {
      cairo_move_to(context_, x - half, end);
      cairo_line_to(context_, x + half, end);
    }
  }
  stroke(curve.colour, thin_, 0);
}

void PanelDrawing::fill_dot(double x, double y, double radius, Colour colour) {
  set_colour(context_, colour);
  cairo_new_path(context_);
  cairo_arc(context_, x, y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(context_);
}

void PanelDrawing::draw_dots(const CurvePanel::Curve& curve) {
  for (const auto& value : curve.values) {
    if (!shows(value) || !has_place(value.value)) continue;
    fill_dot(x_at(value.x), y_at(value.value), 4 * 2 * thin_, palette_.panel);
    fill_dot(x_at(value.x), y_at(value.value), 3 * 2 * thin_, curve.colour);
  }
}

void PanelDrawing::draw_errors(const CurvePanel::Curve& curve, double alpha) {
  if (curve.kept) return;
  if (curve.bars) return draw_bars(curve);
  std::vector<CurvePanel::Band> part;
  const auto fill = [&] {
    cairo_new_path(context_);
    for (const auto& at : part) cairo_line_to(context_, x_at(at.x), y_at(at.high));
    for (auto at = part.rbegin(); at != part.rend(); ++at) cairo_line_to(context_, x_at(at->x), y_at(at->low));
    if (part.size() > 1) cairo_fill(context_);
    part.clear();
  };
  cairo_new_path(context_);
  set_colour(context_, curve.colour, alpha);
  for (const auto& value : curve.values) {
    const bool usable = shows(value) && std::isfinite(value.error) && !value.recoloured &&
                        has_place(value.value + value.error);
    if (!usable || value.begins) fill();
    if (usable) part.push_back({value.x, value.value - value.error, value.value + value.error});
  }
  fill();
}

void PanelDrawing::draw_reference() {
  std::vector<Position> line = panel_.reference;
  if (line.size() == 1) line = {{x_scale_.value(x_.low), line[0].y}, {x_scale_.value(x_.high), line[0].y}};
  cairo_new_path(context_);
  for (const Position& place : line) cairo_line_to(context_, x_at(place.x), y_at(place.y));
  stroke(palette_.secondary, 1.5 * thin_, dashed);
}

void PanelDrawing::draw_curve(const CurvePanel::Curve& curve) {
  const double width = 2 * thin_;
  const auto drawn = [&](const CurvePanel::Value& v) { return shows(v) && has_place(v.value); };
  const auto colour_of = [&](const CurvePanel::Value& v) { return v.recoloured ? v.colour : curve.colour; };
  std::vector<CurvePanel::Value> values;
  bool after_gap = true;
  for (const auto& value : curve.values) {
    const bool lost = !drawn(value);
    if (!lost) values.push_back(value);
    if (!lost && after_gap) values.back().begins = true;
    after_gap = lost;
  }
  const int dash = curve.kept ? dashed : curve.dash;
  cairo_new_path(context_);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = x_at(values[i].x), y = y_at(values[i].value);
    if (i > 0 && values[i].begins) stroke(colour_of(values[i - 1]), width, dash);
    if (is_lone(values, i)) {
      fill_dot(x, y, 1.3 * width, colour_of(values[i]));
    } else {
      cairo_line_to(context_, x, y);
    }
  }
  if (!values.empty()) stroke(colour_of(values.back()), width, dash);
  if (curve.kept) return;
  for (const auto* line : {&curve.low, &curve.high}) {
    cairo_new_path(context_);
    for (const Position& place : *line) cairo_line_to(context_, x_at(place.x), y_at(place.y));
    stroke(curve.colour, thin_, 0);
  }
  draw_gaps(curve);
}

void PanelDrawing::draw_gaps(const CurvePanel::Curve& curve) {
  cairo_new_path(context_);
  for (const auto& value : curve.values) {
    if (!shows(value) || has_place(value.value)) continue;
    cairo_move_to(context_, x_at(value.x), axes_.bottom);
    cairo_line_to(context_, x_at(value.x), axes_.bottom - lost_height * axes_.height());
  }
  stroke(curve.colour, thin_, 0);
}

void PanelDrawing::draw_marks(const CurvePanel::Curve& curve) {
  if (curve.kept) return;
  cairo_new_path(context_);
  for (const double x : curve.marks) {
    if (std::isnan(x_scale_.place(x))) continue;
    cairo_move_to(context_, x_at(x), axes_.bottom);
    cairo_line_to(context_, x_at(x), axes_.top);
  }
  stroke(curve.colour, thin_, mark_dash);
}

}  // namespace ergo
