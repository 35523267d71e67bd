#include "widgets/readouts.h"

#include <imgui.h>

namespace ergo {
namespace {

ImU32 ink(Colour c, int alpha = 255) { return IM_COL32(c >> 16 & 255, c >> 8 & 255, c & 255, alpha); }

ImVec2 extent(ImFont* font, const std::string& words, float wrap = 0) {
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, wrap, words.c_str());
}

/// Text on the picture, with a veil of the ground's colour so that it reads over chains.
void write(ImFont* font, ImVec2 at, const std::string& words, Colour colour, const Palette& palette) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 size = extent(font, words);
  list.AddRectFilled({at.x - 3, at.y - 1}, {at.x + size.x + 3, at.y + size.y + 1}, ink(palette.picture, 150),
                     3);
  list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, at, ink(colour), words.c_str());
}

}  // namespace

void draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                   QSizeF picture) {
  const float factor = static_cast<float>(bridge.factor()), margin = 12 * factor;
  const OverlayFonts& fonts = bridge.fonts();
  const ImVec2 title = extent(fonts.semibold, readouts.title);
  const float left = margin + 16 * factor;
  write(fonts.semibold, {left, margin}, readouts.title, palette.text, palette);
  ImGui::GetBackgroundDrawList()->AddCircleFilled({margin + 4.5f * factor, margin + title.y / 2},
                                                  4.5f * factor, ink(readouts.dot), 24);
  const ImVec2 subtitle = extent(fonts.text, readouts.subtitle);
  const float subtitle_left = left + title.x + 8 * factor;
  write(fonts.text, {subtitle_left, margin + (title.y - subtitle.y) / 2}, readouts.subtitle,
        palette.secondary, palette);
  float widest = 0;
  for (const std::string& line : readouts.lines) widest = std::max(widest, extent(fonts.mono, line).x);
  const bool beside = subtitle_left + subtitle.x + widest + 2 * margin < static_cast<float>(picture.width());
  float y = beside ? margin : margin + title.y + 8 * factor;
  for (const std::string& line : readouts.lines) {
    const ImVec2 size = extent(fonts.mono, line);
    write(fonts.mono, {static_cast<float>(picture.width()) - margin - size.x, y}, line, palette.text,
          palette);
    y += size.y + 4 * factor;
  }
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
