#include "widgets/readouts.h"

#include <imgui.h>

namespace ergo {
namespace {

ImU32 ink(Colour c, int alpha = 255) { return IM_COL32(c >> 16 & 255, c >> 8 & 255, c & 255, alpha); }

ImVec2 extent(ImFont* font, const std::string& words, float wrap = 0) {
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, wrap, words.c_str());
}

void write(ImFont* font, ImVec2 at, const std::string& words, Colour colour) {
  ImGui::GetBackgroundDrawList()->AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, at,
                                          ink(colour), words.c_str());
}

/// Behind text on the picture, so that it reads over a dense swarm.
void plate(ImVec2 low, ImVec2 high, const Palette& palette, float factor) {
  const float x = 6 * factor, y = 4 * factor;
  ImGui::GetBackgroundDrawList()->AddRectFilled({low.x - x, low.y - y}, {high.x + x, high.y + y},
                                                ink(palette.panel, 217), 5 * factor);
}

/// Right-aligned at `right`, from `y` downwards.
void write_lines(const std::vector<std::string>& lines, float right, float y, const Palette& palette,
                 const ImGuiBridge& bridge) {
  if (lines.empty()) return;
  ImFont* font = bridge.fonts().mono;
  const float factor = static_cast<float>(bridge.factor());
  float widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, extent(font, line).x);
  const float pitch = extent(font, lines.front()).y + 4 * factor;
  const float foot = y + pitch * static_cast<float>(lines.size()) - 4 * factor;
  plate({right - widest, y}, {right, foot}, palette, factor);
  for (const std::string& line : lines) {
    write(font, {right - extent(font, line).x, y}, line, palette.text);
    y += pitch;
  }
}

}  // namespace

void draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                   QSizeF picture) {
  const float factor = static_cast<float>(bridge.factor()), margin = 12 * factor;
  const OverlayFonts& fonts = bridge.fonts();
  const ImVec2 title = extent(fonts.semibold, readouts.title);
  const ImVec2 subtitle = extent(fonts.text, readouts.subtitle);
  const float left = margin + 16 * factor, subtitle_left = left + title.x + 8 * factor;
  plate({margin, margin}, {subtitle_left + subtitle.x, margin + title.y}, palette, factor);
  write(fonts.semibold, {left, margin}, readouts.title, palette.text);
  ImGui::GetBackgroundDrawList()->AddCircleFilled({margin + 4.5f * factor, margin + title.y / 2},
                                                  4.5f * factor, ink(readouts.dot), 24);
  write(fonts.text, {subtitle_left, margin + (title.y - subtitle.y) / 2}, readouts.subtitle,
        palette.secondary);
  float widest = 0;
  for (const std::string& line : readouts.lines) widest = std::max(widest, extent(fonts.mono, line).x);
  const float width = static_cast<float>(picture.width());
  const bool beside = subtitle_left + subtitle.x + widest + 2.5f * margin < width;
  write_lines(readouts.lines, width - margin, beside ? margin : margin + title.y + 14 * factor, palette,
              bridge);
}

void Toast::draw(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture, double seconds) {
  if (left_ <= 0) return;
  left_ -= seconds;
  ImFont* font = bridge.fonts().text;
  const float factor = static_cast<float>(bridge.factor()), padding = 10 * factor;
  const float wrap = std::min(520 * factor, static_cast<float>(picture.width()) - 6 * padding);
  const ImVec2 size = extent(font, words_, wrap);
  const ImVec2 low = {(static_cast<float>(picture.width()) - size.x) / 2 - padding,
                      static_cast<float>(picture.height()) - size.y - 4 * padding};
  const ImVec2 high = {low.x + size.x + 2 * padding, low.y + size.y + 2 * padding};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(low, high, ink(palette.raised), 7 * factor);
  list.AddRect(low, high, ink(palette.emphasis), 7 * factor, 0, 1.5f * factor);
  list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, {low.x + padding, low.y + padding},
               ink(palette.text), words_.c_str(), nullptr, wrap);
}

}  // namespace ergo
