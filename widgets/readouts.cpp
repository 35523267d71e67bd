#include "widgets/readouts.h"

#include "widgets/pen.h"

namespace ergo {
namespace {

ImVec2 extent(ImFont* font, const std::string& words, float wrap = 0) {
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, wrap, words.c_str());
}

float pitch_of(const Pen& pen) { return extent(pen.bridge.fonts().mono, "0").y + 4 * pen.unit(); }

constexpr double share_of_room = 0.1;  // that lines may cover, and a gauge

float widest_of(const Pen& pen, const std::vector<std::string>& lines) {
  float widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, extent(pen.bridge.fonts().mono, line).x);
  return widest;
}

/// The first of them, so many that the swarm is not hidden behind them.
std::vector<std::string> that_fit(const Pen& pen, std::vector<std::string> lines, QSizeF room) {
  const double most = share_of_room * room.width() * room.height();
  while (lines.size() > 1 && widest_of(pen, lines) * pitch_of(pen) * static_cast<float>(lines.size()) > most)
    lines.pop_back();
  return lines;
}

/// Right-aligned at `right`, from `y` downwards; returns where it ends.
float write_lines(const Pen& pen, const std::vector<std::string>& lines, float right, float y) {
  if (lines.empty()) return y;
  ImFont* font = pen.bridge.fonts().mono;
  const float widest = widest_of(pen, lines), pitch = pitch_of(pen);
  const float foot = y + pitch * static_cast<float>(lines.size()) - 4 * pen.unit();
  pen.plate({right - widest, y}, {right, foot});
  for (const std::string& line : lines) {
    pen.write(font, {right - extent(font, line).x, y}, line, pen.palette.text);
    y += pitch;
  }
  return foot;
}

void draw_gauge(const Pen& pen, const Gauge& gauge, Colour colour, float right, float y, QSizeF room) {
  ImFont* font = pen.bridge.fonts().mono;
  const float unit = pen.unit(), line = extent(font, "0").y;
  const float width =
      std::max(150 * unit, std::max(extent(font, gauge.words).x, extent(font, gauge.beside).x));
  const float left = right - width, top = y + 2 * line + 6 * unit, foot = top + 7 * unit;
  if (width * (foot + line - y) > share_of_room * room.width() * room.height()) return;
  pen.plate({left, y}, {right, foot + line + 4 * unit});
  pen.write(font, {right - extent(font, gauge.words).x, y}, gauge.words, pen.palette.text);
  pen.write(font, {right - extent(font, gauge.beside).x, y + line + 2 * unit}, gauge.beside,
            pen.palette.text);
  const auto at = [&](double share) { return left + width * static_cast<float>(share); };
  pen.list.AddRectFilled({left, top}, {right, foot}, ink(pen.palette.raised), 2 * unit);
  pen.list.AddRectFilled({left, top}, {at(std::clamp(gauge.value, 0.0, 1.0)), foot}, ink(colour), 2 * unit);
  for (const auto& [share, words] : {std::pair(0.234, ".234"), std::pair(0.574, ".574")}) {
    pen.list.AddLine({at(share), top - 2 * unit}, {at(share), foot + 3 * unit}, ink(pen.palette.text), unit);
    pen.write(font, {at(share) - extent(font, words).x / 2, foot + 3 * unit}, words, pen.palette.secondary);
  }
}

}  // namespace

void shorten(Readouts& readouts) {
  constexpr std::size_t lines_kept = 4;
  readouts.lines.resize(std::min(readouts.lines.size(), lines_kept));
  readouts.subtitle.clear();
}

void keep_title(Readouts& readouts) {
  readouts.lines.clear();
  readouts.subtitle.clear();
  readouts.acceptance.reset();
}

void draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                   QSizeF picture, QSizeF room) {
  const Pen pen{palette, bridge};
  const float margin = 12 * pen.unit();
  const OverlayFonts& fonts = bridge.fonts();
  const ImVec2 title = extent(fonts.semibold, readouts.title);
  const ImVec2 subtitle = extent(fonts.text, readouts.subtitle);
  const float left = margin + 16 * pen.unit(), subtitle_left = left + title.x + 8 * pen.unit();
  pen.plate({margin, margin},
            {readouts.subtitle.empty() ? left + title.x : subtitle_left + subtitle.x, margin + title.y});
  pen.write(fonts.semibold, {left, margin}, readouts.title, palette.text);
  pen.list.AddCircleFilled({margin + 4.5f * pen.unit(), margin + title.y / 2}, 4.5f * pen.unit(),
                           ink(readouts.dot), 24);
  pen.write(fonts.text, {subtitle_left, margin + (title.y - subtitle.y) / 2}, readouts.subtitle,
            palette.secondary);
  const std::vector<std::string> lines = that_fit(pen, readouts.lines, room);
  const float widest = widest_of(pen, lines);
  const float width = static_cast<float>(picture.width());
  const bool beside = subtitle_left + subtitle.x + widest + 2.5f * margin < width;
  const float foot =
      write_lines(pen, lines, width - margin, beside ? margin : margin + title.y + 14 * pen.unit());
  if (readouts.acceptance)
    draw_gauge(pen, *readouts.acceptance, readouts.dot, width - margin, foot + 12 * pen.unit(), room);
}

void draw_focus(const Palette& palette, const ImGuiBridge& bridge, QSizeF picture) {
  const Pen pen{palette, bridge};
  const float inset = pen.unit();
  pen.list.AddRect(
      {inset, inset},
      {static_cast<float>(picture.width()) - inset, static_cast<float>(picture.height()) - inset},
      ink(palette.emphasis), 0, 0, 2 * pen.unit());
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
