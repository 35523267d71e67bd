#include "core/figures/tuning_curve.h"

#include <algorithm>
#include <cmath>

#include "core/base/marked_text.h"
#include "core/config/run_names.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

ValueScale scale_of(const Parameter& parameter) { return {.logarithmic = parameter.scale == Scale::log}; }

/// What a panel shows of a point.
using Shown = std::function<Estimate(const SweepPoint&)>;

CurvePanel::Curve curve_of(const std::vector<SweepPoint>& points, const Shown& shown) {
  CurvePanel::Curve curve;
  for (const SweepPoint& point : points) {
    const auto [value, error] = shown(point);
    curve.values.push_back({point.value, value, error});
  }
  return curve;
}

/// Points that have not settled, and the lines from them to their neighbours.
CurvePanel::Curve unsettled_of(const std::vector<SweepPoint>& points) {
  CurvePanel::Curve curve{.name = "not settled", .kept = true};
  const auto unsettled = [&](std::size_t i) {
    return i < points.size() && !points[i].settled && !std::isnan(points[i].ess_per_gradient.value);
  };
  for (std::size_t i = 0; i < points.size(); ++i)
    if (unsettled(i) || unsettled(i + 1) || (i > 0 && unsettled(i - 1)))
      curve.values.push_back({points[i].value, points[i].ess_per_gradient.value, Estimate().error,
                              !unsettled(i) && !(i > 0 && unsettled(i - 1))});
  return curve;
}

/// A range in places with some room at its ends.
Interval with_room(double low, double high) {
  const double room = 0.04 * (high - low);
  return {low - room, high + room};
}

CurvePanel panel_for(const ParameterSweep& sweep, const std::string& title, const Shown& shown, const RunConfig& run,
                     const Palette& palette) {
  const Parameter& parameter = sweep.parameter();
  const Descriptor& sampler = sampler_unit(run.sampler.id).descriptor;
  const ValueScale scale = scale_of(parameter);
  const std::string symbol = plain_text(parameter.symbol);
  CurvePanel panel{.title = title,
                   .abscissa = parameter.title + (symbol.empty() || symbol == "·" ? "" : " " + symbol),
                   .logarithmic_x = scale.logarithmic};
  panel.x_places = with_room(scale.place(sweep.points().front().value), scale.place(sweep.points().back().value));
  CurvePanel::Curve curve = curve_of(sweep.points(), shown);
  curve.name = sampler.title;
  curve.colour = sampler_colour(sampler.id, palette);
  curve.bars = true;
  panel.curves.push_back(curve);
  return panel;
}

}  // namespace

std::optional<double> height_at(const std::vector<SweepPoint>& points, const Parameter& parameter, double value) {
  const auto after = std::ranges::lower_bound(points, value, {}, &SweepPoint::value);
  if (after == points.end()) return {};
  const double high = after->ess_per_gradient.value;
  if (after->value == value) return std::isnan(high) ? std::nullopt : std::optional(high);
  if (after == points.begin()) return {};
  const SweepPoint& before = *(after - 1);
  const ValueScale scale = scale_of(parameter);
  const double share = (scale.place(value) - scale.place(before.value)) /
                       (scale.place(after->value) - scale.place(before.value));
  const double height = before.ess_per_gradient.value * std::pow(high / before.ess_per_gradient.value, share);
  return std::isnan(height) ? std::nullopt : std::optional(height);
}

bool is_biased(const SweepPoint& point) {
  const double bias = std::abs(point.bias.value);
  return bias > most_unbiased && bias > 5 * point.bias.error;
}

std::vector<CurvePanel> tuning_panels(const ParameterSweep& sweep, const RunConfig& run, const Palette& palette) {
  const std::vector<SweepPoint>& points = sweep.points();
  const auto panel = [&](const std::string& title, const Shown& shown) {
    return panel_for(sweep, title, shown, run, palette);
  };
  const auto resolved = [](const SweepPoint& p) { return p.settled ? p.ess_per_gradient : Estimate(); };
  std::vector<CurvePanel> panels = {panel("ESS per gradient", resolved)};
  CurvePanel& first = panels.front();
  first.logarithmic_y = true;
  CurvePanel::Curve unsettled = unsettled_of(points);
  unsettled.colour = first.curves.front().colour;
  if (!unsettled.values.empty()) first.curves.push_back(unsettled);
  const double value = parameter(run.sampler, sampler_unit(run.sampler.id).descriptor, sweep.parameter().id);
  if (const auto height = height_at(points, sweep.parameter(), value))
    first.curves.push_back({.name = value_words(sweep.parameter(), value) + ", this run",
                            .colour = palette.emphasis,
                            .values = {{value, *height, Estimate().error, true}},
                            .dot = true});
  if (std::ranges::any_of(points, [](const SweepPoint& p) { return !std::isnan(p.acceptance.value); })) {
    panels.push_back(panel("Acceptance", &SweepPoint::acceptance));
    panels.back().y_places = with_room(0, 1);
  }
  if (std::ranges::any_of(points, is_biased)) {
    panels.push_back(panel("Largest bias, sd", &SweepPoint::bias));
    panels.back().reference = {{0, 0}};
  }
  return panels;
}

}  // namespace ergo
