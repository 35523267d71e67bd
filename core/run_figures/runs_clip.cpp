#include "core/run_figures/runs_clip.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/figures/clip.h"

namespace ergo {
namespace {

void cut(CurvePanel::Curve& curve, double cost) {
  std::erase_if(curve.values, [&](const CurvePanel::Value& value) { return value.x > cost; });
  for (auto* line : {&curve.low, &curve.high})
    std::erase_if(*line, [&](const Position& place) { return place.x > cost; });
  std::erase_if(curve.marks, [&](double mark) { return mark > cost; });
}

std::vector<double> costs_of(const Comparison& runs, CostAxis axis) {
  std::vector<double> costs;
  for (const Session* run : runs.sessions())
    costs.push_back(axis == CostAxis::steps ? static_cast<double>(run->step()) : run->gradient_evaluations());
  return costs;
}

std::vector<std::string> with_steps(std::vector<std::string> titles, const std::vector<std::uint64_t>& steps) {
  for (std::size_t i = 0; i < titles.size(); ++i) titles[i] += ",  step " + std::to_string(steps[i]);
  return titles;
}

std::vector<std::uint64_t> steps_of(const Comparison& runs) {
  std::vector<std::uint64_t> steps;
  for (const Session* run : runs.sessions()) steps.push_back(run->step());
  return steps;
}

}  // namespace

void check_runs_clip(const ClipRecord& record, const FigureStyle& style) {
  check_clip(record);
  if (style.ground == Ground::transparent)
    throw Error("not possible for a clip:", "a transparent ground", "white, theme", record.path);
}

CurveFigure curves_until(const CurveFigure& whole, const std::vector<double>& costs) {
  CurveFigure figure = whole;
  for (CurvePanel& panel : figure.panels) {
    panel.x_places = abscissa_range(panel);
    panel.y_places = ordinate_range(panel);
    for (std::size_t i = 0; i < std::min(costs.size(), panel.curves.size()); ++i) cut(panel.curves[i], costs[i]);
  }
  return figure;
}

void write_runs_clip(Comparison& runs, const ClipRecord& record, CurveFigure curves, CostAxis axis,
                     const SceneFactory& scenes, const std::function<void(std::uint64_t)>& progress) {
  check_runs_clip(record, curves.style);
  PicturePlan plan = picture_plan(runs.sessions(), record.view.coordinates, record.view.palette);
  const std::vector<std::string> titles = plan.titles;
  // Rows for the longest step numbers.
  if (record.words) plan.titles = with_steps(titles, std::vector<std::uint64_t>(titles.size(), record.end));
  RunsFigure figure = runs_figure(std::move(curves), plan, clip_resolution);
  const CurveFigure whole = figure.curves;
  ComparisonScene scene(runs, view_in(record.view, figure.layout), figure.layout.cells(), scenes, record.looks);
  const Position size = clip_resolution / 72 * figure.layout.size;
  Clip clip(record.path, static_cast<int>(std::lround(size.x)), static_cast<int>(std::lround(size.y)),
            record.frames_per_second, whole.title, whole.settings);
  const auto add = [&] {
    figure.curves = curves_until(whole, costs_of(runs, axis));
    figure.pictures = run_pictures(runs, scene, record.words ? with_steps(titles, steps_of(runs)) : titles);
    clip.add(image_of(figure));
  };
  film(runs, scene, record, add, progress);
  clip.finish();
}

}  // namespace ergo
