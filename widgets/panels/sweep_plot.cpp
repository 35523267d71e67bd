#include "widgets/panels/sweep_plot.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/figures/tuning_curve.h"
#include "core/unit/registry.h"
#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/panel_axes.h"

namespace ergo {
namespace {

/// A plot's place on the screen and its axes.
struct PlotArea {
  ImVec2 at, size;
  PanelAxis x, y;
  float factor;
  ImVec2 place(double value, double height) const {
    return {at.x + size.x * x.share(value), at.y + size.y * (1 - std::clamp(y.share(height), 0.0f, 1.0f))};
  }
};

/// The points that have had a turn.
std::vector<SweepPoint> points_seen(const SweepWorker& sweep) {
  std::vector<SweepPoint> points = sweep.points();
  std::erase_if(points, [](const SweepPoint& point) { return point.steps == 0; });
  return points;
}

bool known(const SweepPoint& point) { return point.ess_per_gradient.value > 0; }

PanelAxis ordinate_of(const std::vector<SweepPoint>& points) {
  AxisContents shown;
  const ValueScale scale{.logarithmic = true};
  for (const SweepPoint& point : points)
    if (known(point)) shown.add(scale.place(point.ess_per_gradient.value));
  if (!(shown.places.low <= shown.places.high)) return {scale, -3, 0};
  const double room = 0.1 + 0.05 * (shown.places.high - shown.places.low);
  return {scale, shown.places.low - room, shown.places.high + room};
}

void draw_line(ImVec2 from, ImVec2 to, ImU32 colour, bool dashed, float factor) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!dashed) return list.AddLine(from, to, colour, 2 * factor);
  const float length = std::hypot(to.x - from.x, to.y - from.y), period = 8 * factor;
  const auto along = [&](float distance) {
    const float share = std::min(1.0f, distance / length);
    return ImVec2{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
  };
  for (float begin = 0; begin < length; begin += period)
    list.AddLine(along(begin), along(begin + period / 2), colour, 2 * factor);
}

void draw_bar(const PlotArea& area, const SweepPoint& point, ImU32 colour) {
  const auto [value, error] = point.ess_per_gradient;
  const ImVec2 top = area.place(point.value, value + error),
               foot = area.place(point.value, std::max(value - error, 1e-3 * value));
  const float half = 3 * area.factor, width = 1.2f * area.factor;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine(top, foot, colour, width);
  for (const ImVec2 end : {top, foot}) list.AddLine({end.x - half, end.y}, {end.x + half, end.y}, colour, width);
}

/// A cross at the foot, where chains diverge.
void draw_loss(const PlotArea& area, double value, ImU32 colour) {
  const float half = 3 * area.factor;
  const ImVec2 foot = {area.at.x + area.size.x * area.x.share(value), area.at.y + area.size.y - 2 * half};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({foot.x - half, foot.y - half}, {foot.x + half, foot.y + half}, colour, area.factor);
  list.AddLine({foot.x - half, foot.y + half}, {foot.x + half, foot.y - half}, colour, area.factor);
}

/// In grey what is biased.
void draw_points(const PlotArea& area, const std::vector<SweepPoint>& points, ImU32 unbiased, ImU32 grey) {
  const SweepPoint* before = nullptr;
  for (const SweepPoint& point : points) {
    if (!known(point)) {
      draw_loss(area, point.value, grey);
      before = nullptr;
      continue;
    }
    const ImU32 colour = is_biased(point) ? grey : unbiased;
    const ImVec2 to = area.place(point.value, point.ess_per_gradient.value);
    if (before)
      draw_line(area.place(before->value, before->ess_per_gradient.value), to, colour,
                !(point.settled && before->settled), area.factor);
    if (point.settled) draw_bar(area, point, colour);
    before = &point;
  }
}

void draw_run(const PlotArea& area, const std::vector<SweepPoint>& points, const Parameter& parameter, double value,
              const Palette& palette) {
  const float x = area.at.x + area.size.x * std::clamp(area.x.share(value), 0.0f, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({x, area.at.y}, {x, area.at.y + area.size.y}, ink(palette.secondary, 120), area.factor);
  const auto height = height_at(points, parameter, value);
  if (!height) return;
  const ImVec2 dot = area.place(value, *height);
  list.AddCircleFilled(dot, 6 * area.factor, ink(palette.panel));
  list.AddCircleFilled(dot, 4.5f * area.factor, ink(palette.emphasis));
}

const SweepPoint& nearest(const PlotArea& area, const std::vector<SweepPoint>& points, float mouse) {
  const float share = (mouse - area.at.x) / area.size.x;
  return *std::ranges::min_element(
      points, {}, [&](const SweepPoint& point) { return std::abs(area.x.share(point.value) - share); });
}

void tell(const SweepPoint& point, const Parameter& parameter) {
  ImGui::BeginTooltip();
  ImGui::Text("%s = %s", typeset(parameter.symbol).c_str(), significant(point.value, 3).c_str());
  const Estimate& ess = point.ess_per_gradient;
  if (!known(point))
    ImGui::Text("%s of the chains diverge", grouped(point.diverged).c_str());
  else if (point.settled)
    ImGui::Text("ESS per gradient %s, of %s", with_error(ess.value, ess.error).c_str(),
                point.slowest == "energy" ? "the energy" : point.slowest.c_str());
  else
    ImGui::Text("ESS per gradient %s, not settled in %s steps", significant(ess.value, 2).c_str(),
                grouped(point.steps).c_str());
  if (!std::isnan(point.acceptance.value))
    ImGui::Text("acceptance %s", with_error(point.acceptance.value, point.acceptance.error).c_str());
  if (is_biased(point))
    ImGui::Text("bias of %s: %s sd", point.biased == "energy" ? "the energy" : point.biased.c_str(),
                with_error(point.bias.value, point.bias.error).c_str());
  if (point.gradients_per_step != 1)
    ImGui::Text("%s gradients per step", significant(point.gradients_per_step, 3).c_str());
  ImGui::TextDisabled("click to adopt this value");
  ImGui::EndTooltip();
}

void explain(const SweepWorker& sweep, const std::vector<SweepPoint>& points) {
  const auto any = [&](auto&& of) { return std::ranges::any_of(points, of); };
  if (!sweep.failure().empty())
    ImGui::TextDisabled("%s", sweep.failure().c_str());
  else if (!sweep.done())
    ImGui::TextDisabled("%zu of %zu values done", static_cast<std::size_t>(std::ranges::count_if(points, &SweepPoint::done)),
                        sweep.points().size());
  if (any([](const SweepPoint& p) { return known(p) && !p.settled; }))
    ImGui::TextDisabled("dashed: too slow to tell, or no fixed rate");
  if (any([](const SweepPoint& p) { return !known(p); })) ImGui::TextDisabled("×: chains diverge");
  if (any(is_biased)) ImGui::TextDisabled("grey: biased by more than %g sd", most_unbiased);
}

}  // namespace

std::vector<Assignment> SweepPlot::draw(const SweepWorker& sweep, const RunConfig& run, const Palette& palette,
                                        float factor, ImVec2 size, std::map<std::string, QRectF>& places) {
  const Parameter& parameter = sweep.parameter();
  const float gap = 4 * factor, beside = numbers_width(gap);
  ImGui::TextDisabled("effective sample size per gradient ↑");
  ImGui::Indent(beside);
  const std::vector<SweepPoint> points = points_seen(sweep);
  const PlotArea area = {ImGui::GetCursorScreenPos(), size,
                         axis_between(parameter, sweep.points().front().value, sweep.points().back().value),
                         ordinate_of(points), factor};
  const bool clicked = ImGui::InvisibleButton("##points", size), hovered = ImGui::IsItemHovered();
  places["curve"] = last_item();
  ImGui::GetWindowDrawList()->AddRect(area.at, {area.at.x + size.x, area.at.y + size.y}, ink(palette.hairline));
  draw_points(area, points, ink(sampler_colour(run.sampler.id, palette)), ink(palette.secondary));
  draw_run(area, points, parameter, ergo::parameter(run.sampler, sampler_unit(run.sampler.id).descriptor, parameter.id),
           palette);
  draw_numbers(area.x, area.y, area.at, size, gap);
  ImGui::Dummy({size.x, ImGui::GetTextLineHeight()});
  name_abscissa(parameter, size.x);
  ImGui::Unindent(beside);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + size.x + beside);
  explain(sweep, points);
  ImGui::PopTextWrapPos();
  if (!hovered || points.empty()) return {};
  const SweepPoint& chosen = nearest(area, points, ImGui::GetIO().MousePos.x);
  tell(chosen, parameter);
  if (!clicked) return {};
  return {{"sampler." + parameter.id, value_text(parameter, chosen.value)}};
}

}  // namespace ergo
