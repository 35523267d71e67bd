#include "widgets/panels/panel_axes.h"

#include <algorithm>
#include <vector>

#include "widgets/overlay/overlay_style.h"

namespace ergo {
namespace {

/// The round numbers along an axis that have room on so many pixels; `room` tells what a number takes.
template <class Room>
std::vector<AxisTick> numbers_along(const PanelAxis& axis, float pixels, const Room& room) {
  const double unit = static_cast<double>(pixels) / (axis.high - axis.low);
  return axis_ticks(axis.scale, axis.low, axis.high, [&](const std::vector<AxisTick>& ticks) {
    for (std::size_t i = 1; i < ticks.size(); ++i)
      if (unit * (ticks[i].place - ticks[i - 1].place) < room(ticks[i].label)) return false;
    return true;
  });
}

float wide(const std::string& words) { return ImGui::CalcTextSize(words.c_str()).x; }

}  // namespace

PanelAxis axis_between(const Parameter& parameter, double low, double high) {
  const ValueScale scale{.logarithmic = parameter.scale == Scale::log};
  return {scale, scale.place(low), scale.place(high)};
}

float numbers_width(float gap) { return wide("0.0001") + gap; }

void write_number(ImVec2 at, const std::string& words) {
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_TextDisabled), words.c_str());
}

void draw_numbers(const PanelAxis& x, const PanelAxis& y, ImVec2 at, ImVec2 size, float gap) {
  const float line = ImGui::GetTextLineHeight();
  for (const AxisTick& tick : numbers_along(x, size.x, [&](const std::string& words) { return wide(words) + line; })) {
    const float middle = at.x + x.share_of_place(tick.place) * size.x, half = wide(tick.label) / 2;
    write_number({std::clamp(middle - half, at.x - half, at.x + size.x - 2 * half), at.y + size.y + gap}, tick.label);
  }
  for (const AxisTick& tick : numbers_along(y, size.y, [&](const std::string&) { return 1.3f * line; }))
    write_number({at.x - gap - wide(tick.label), at.y + (1 - y.share_of_place(tick.place)) * size.y - line / 2},
                 tick.label);
}

void name_abscissa(const Parameter& parameter, float width) {
  const bool plain = parameter.symbol.empty() || parameter.symbol == "·";
  const std::string words = typeset(plain ? parameter.title : parameter.symbol) + " →";
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + width - wide(words));
  ImGui::TextDisabled("%s", words.c_str());
}

}  // namespace ergo
