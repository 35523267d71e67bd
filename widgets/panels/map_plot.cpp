#include "widgets/panels/map_plot.h"

#include <algorithm>
#include <cmath>

#include "core/exact/balance_exponent.h"
#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"
#include "widgets/panels/control_words.h"
#include "widgets/panels/panel_axes.h"

namespace ergo {
namespace {

ImU32 ramp_colour(const Palette& palette, double share) {
  const double place = 4 * std::clamp(share, 0.0, 1.0);
  const std::size_t k = std::min<std::size_t>(static_cast<std::size_t>(place), 3);
  const auto low = components(palette.ramp[k]), high = components(palette.ramp[k + 1]);
  const auto mixed = [&](std::size_t c) {
    return low[c] + static_cast<float>(place - static_cast<double>(k)) * (high[c] - low[c]);
  };
  return ImGui::ColorConvertFloat4ToU32({mixed(0), mixed(1), mixed(2), 1});
}

/// The colours from 0 to `most`, with these numbers at their ends.
void draw_colour_bar(const Palette& palette, double most, float width, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr int parts = 64;
  for (int i = 0; i < parts; ++i)
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x + width * static_cast<float>(i) / parts, at.y},
        {at.x + width * static_cast<float>(i + 1) / parts, at.y + height}, ramp_colour(palette, (i + 0.5) / parts));
  const std::string end = significant(most, 3);
  const float below = at.y + height + 2;
  write_number({at.x, below}, "0");
  write_number({at.x + width - ImGui::CalcTextSize(end.c_str()).x, below}, end);
  ImGui::Dummy({width, height + 2 + ImGui::GetTextLineHeight()});
}

/// The exponents that theory has for every scale, over the map: by the gradient, as these samplers propose,
/// and by the exact ratio. True where there is such a theory.
bool draw_balance(const ParameterMap& map, const RunConfig& run, ImVec2 at, ImVec2 size, float factor) {
  const auto variance = balanced_variance(run);
  if (!variance) return false;
  constexpr int points = 160;
  const Parameter &scale = map.parameter_x(), &exponent = map.parameter_y();
  const double span = std::log(scale.slider.high / scale.slider.low);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const BalanceBy by : {BalanceBy::ratio, BalanceBy::gradient}) {
    std::vector<ImVec2> curve;
    for (int i = 0; i <= points; ++i) {
      const double share = static_cast<double>(i) / points;
      const double sigma = scale.slider.low * std::exp(share * span);
      const double place = share_of(exponent, balanced_exponent(by, sigma / *variance));
      curve.push_back({at.x + size.x * static_cast<float>(share),
                       at.y + size.y * (1 - static_cast<float>(std::clamp(place, 0.0, 1.0)))});
    }
    for (const auto& [colour, width] : {std::pair(IM_COL32(0, 0, 0, 255), 4.0f), {IM_COL32_WHITE, 2.0f}})
      for (int i = 0; i < points; ++i)
        if (by == BalanceBy::gradient || i % 8 < 4)
          list.AddLine(curve[static_cast<std::size_t>(i)], curve[static_cast<std::size_t>(i) + 1], colour,
                       width * factor);
  }
  return true;
}

/// Marks the pair of values that the run has.
void draw_here(const ParameterMap& map, const RunConfig& run, ImVec2 at, ImVec2 size, float factor) {
  const Descriptor& sampler = sampler_unit(run.sampler.id).descriptor;
  const auto place = [&](const Parameter& p) {
    return static_cast<float>(share_of(p, parameter(run.sampler, sampler, p.id)));
  };
  const ImVec2 here = {at.x + size.x * place(map.parameter_x()),
                       at.y + size.y * (1 - place(map.parameter_y()))};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircle(here, 6 * factor, IM_COL32(0, 0, 0, 255), 0, 4 * factor);
  list.AddCircle(here, 6 * factor, IM_COL32(255, 255, 255, 255), 0, 2 * factor);
}

void tooltip(const ParameterMap& map, const MapCell& cell) {
  ImGui::BeginTooltip();
  ImGui::Text("%s = %s,  %s = %s", typeset(map.parameter_x().symbol).c_str(), significant(cell.x, 3).c_str(),
              typeset(map.parameter_y().symbol).c_str(), significant(cell.y, 3).c_str());
  ImGui::Text("acceptance   %s", with_error(cell.acceptance, cell.acceptance_error).c_str());
  ImGui::Text("squared jump %s", with_error(cell.squared_jump, cell.squared_jump_error).c_str());
  if (!std::isnan(cell.gap))
    ImGui::Text("exact gap %s, relaxation time %s steps", significant(cell.gap, 4).c_str(),
                significant(1 / cell.gap, 3).c_str());
  ImGui::TextDisabled("click to adopt these values");
  ImGui::EndTooltip();
}

}  // namespace

double MapPlot::value(const MapCell& cell) const {
  switch (shown_) {
    case Shown::acceptance:
      return cell.acceptance;
    case Shown::jump:
      return cell.squared_jump;
    default:
      return cell.gap;
  }
}

void MapPlot::choose(const ParameterMap& map, Places& places) {
  const auto button = [&](const char* words, const char* name, Shown which) {
    if (ImGui::RadioButton(words, shown_ == which)) shown_ = which;
    places[name] = last_item();
  };
  button("acceptance", "acceptance", Shown::acceptance);
  ImGui::SameLine();
  button("squared jump", "jump", Shown::jump);
  if (!map.has_gaps() && shown_ == Shown::gap) shown_ = Shown::acceptance;
  if (!map.has_gaps()) return;
  ImGui::SameLine();
  button("gap", "gap", Shown::gap);
}

void MapPlot::draw_cells(const ParameterMap& map, double most, const Palette& palette, ImVec2 at,
                          ImVec2 size) const {
  const auto [columns, rows] = std::pair(map.axes().columns, map.axes().rows);
  const float wide = size.x / static_cast<float>(columns), high = size.y / static_cast<float>(rows);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const double shown = value(map.cells()[static_cast<std::size_t>(row * columns + column)]);
      if (std::isnan(shown)) continue;
      const ImVec2 corner = {at.x + wide * static_cast<float>(column),
                             at.y + size.y - high * static_cast<float>(row + 1)};
      ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + wide + 0.5f, corner.y + high + 0.5f},
                                                ramp_colour(palette, shown / most));
    }
}

std::vector<Assignment> MapPlot::draw_map(const ParameterMap& map, const RunConfig& run, double most,
                                           const Palette& palette, float factor, ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton("##cells", size);
  draw_cells(map, most, palette, at, size);
  balanced_ = draw_balance(map, run, at, size, factor);
  draw_here(map, run, at, size, factor);
  if (!ImGui::IsItemHovered()) return {};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int columns = map.axes().columns, rows = map.axes().rows;
  const auto cell_at = [](float share, int count) {
    return std::clamp(static_cast<int>(share * static_cast<float>(count)), 0, count - 1);
  };
  const int column = cell_at((mouse.x - at.x) / size.x, columns),
            row = cell_at((at.y + size.y - mouse.y) / size.y, rows);
  const MapCell& cell = map.cells()[static_cast<std::size_t>(row * columns + column)];
  tooltip(map, cell);
  if (!clicked) return {};
  return {{"sampler." + map.parameter_x().id, value_text(map.parameter_x(), cell.x)},
          {"sampler." + map.parameter_y().id, value_text(map.parameter_y(), cell.y)}};
}

std::vector<Assignment> MapPlot::draw(const ParameterMap& map, const RunConfig& run, const Palette& palette, float factor,
                                      ImVec2 size, std::map<std::string, QRectF>& places) {
  choose(map, places);
  double most = shown_ == Shown::acceptance ? 1 : 1e-300;
  for (const MapCell& cell : map.cells())
    if (!std::isnan(value(cell))) most = std::max(most, value(cell));
  // Never narrower than the buttons over it.
  size.x = std::max(size.x, ImGui::GetItemRectMax().x - ImGui::GetCursorScreenPos().x);
  const float gap = 4 * factor, beside = numbers_width(gap), line = ImGui::GetTextLineHeight();
  ImGui::TextDisabled("%s ↑", typeset(map.parameter_y().symbol).c_str());
  ImGui::Indent(beside);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::vector<Assignment> adopted = draw_map(map, run, most, palette, factor, size);
  places["map"] = QRectF(at.x, at.y, size.x, size.y);
  const auto axis = [](const Parameter& p) { return axis_between(p, p.slider.low, p.slider.high); };
  draw_numbers(axis(map.parameter_x()), axis(map.parameter_y()), at, size, gap);
  ImGui::Dummy({size.x, line});
  name_abscissa(map.parameter_x(), size.x);
  draw_colour_bar(palette, most, size.x, line / 2);
  ImGui::Unindent(beside);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + size.x + beside);
  if (balanced_) ImGui::TextDisabled("solid: balanced α from the gradient; dashed: from exact ratios");
  ImGui::TextDisabled("%llu steps, %d chains per cell", static_cast<unsigned long long>(map.steps()),
                      map.chains_per_cell());
  ImGui::PopTextWrapPos();
  return adopted;
}

}  // namespace ergo
