#pragma once

#include <imgui.h>

#include <QRectF>
#include <algorithm>
#include <cmath>
#include <string>

#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/overlay_style.h"

namespace ergo {

inline ImU32 ink(Colour c, int alpha = 255) { return IM_COL32(c >> 16 & 255, c >> 8 & 255, c & 255, alpha); }

/// Where the widget added last stands.
inline QRectF last_item() {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  return {QPointF(low.x, low.y), QPointF(high.x, high.y)};
}

/// Marked text beside the widget added last, while the pointer is on it and does not drag it.
inline void tooltip(const std::string& words) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsItemActive()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
  ImGui::TextUnformatted(typeset(words).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// Of the window that is being made.
inline QRectF window_place() {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  return {low.x, low.y, size.x, size.y};
}

/// Moves the window that is being made into a part of the picture, as far as it has room there.
inline void keep_inside(const QRectF& room, float margin) {
  const auto kept = [margin](float at, float size, double low, double high) {
    return std::max(static_cast<float>(low) + margin, std::min(at, static_cast<float>(high) - size - margin));
  };
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const ImVec2 to = {kept(at.x, size.x, room.left(), room.right()), kept(at.y, size.y, room.top(), room.bottom())};
  if (to.x != at.x || to.y != at.y) ImGui::SetWindowPos(to);
}
inline void keep_inside(QSizeF picture, float margin) { keep_inside(QRectF({0, 0}, picture), margin); }

/// Of the next window, in a picture of this size.
inline void limit_size(QSizeF picture, float margin) {
  ImGui::SetNextWindowSizeConstraints({0, 0}, {static_cast<float>(picture.width()) - 2 * margin,
                                               static_cast<float>(picture.height()) - 2 * margin});
}

/// Draws on the picture, below the panel. Texts are marked. Lengths are logical pixels times `unit()`.
struct Pen {
  const Palette& palette;
  const ImGuiBridge& bridge;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();

  float unit() const { return static_cast<float>(bridge.factor()); }
  static ImVec2 extent(ImFont* font, const std::string& words) {
    return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, 0,
                               typeset(words).c_str());
  }
  void write(ImFont* font, ImVec2 at, const std::string& words, Colour colour) const {
    list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, at, ink(colour),
                 typeset(words).c_str());
  }
  /// On a line of the ground's colour, so that it reads over a dense swarm.
  void arrow(ImVec2 from, ImVec2 tip, Colour colour, float width) const {
    const float dx = tip.x - from.x, dy = tip.y - from.y, length = std::hypot(dx, dy);
    if (!(length > 0)) return;
    const float head = 8 * unit(), x = dx / length, y = dy / length;
    const ImVec2 neck = {tip.x - head * x, tip.y - head * y};
    list.AddLine(from, neck, ink(palette.picture), (width + 2) * unit());
    list.AddLine(from, neck, ink(colour), width * unit());
    list.AddTriangleFilled(tip, {neck.x - 0.5f * head * y, neck.y + 0.5f * head * x},
                           {neck.x + 0.5f * head * y, neck.y - 0.5f * head * x}, ink(colour));
  }
  /// Behind text, so that it reads over a dense swarm.
  void plate(ImVec2 low, ImVec2 high) const {
    const float x = 6 * unit(), y = 4 * unit();
    list.AddRectFilled({low.x - x, low.y - y}, {high.x + x, high.y + y}, ink(palette.panel, 217), 5 * unit());
  }
};

}  // namespace ergo
