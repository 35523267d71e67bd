#include "widgets/panels/readouts.h"

#include <algorithm>

#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

ImVec2 extent(ImFont* font, const std::string& words, float wrap = 0) {
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, wrap,
                             typeset(words).c_str());
}

float widest_of(const ImGuiBridge& bridge, const std::vector<ReadoutLine>& lines) {
  float widest = 0;
  for (const ReadoutLine& line : lines) widest = std::max(widest, extent(bridge.fonts().mono, line.words).x);
  return widest;
}

/// As many letters of them as fit, and an ellipsis for the others.
std::string elided(ImFont* font, std::string words, float width) {
  if (extent(font, words).x <= width) return words;
  while (!words.empty() && extent(font, words + "…").x > width) {
    while ((words.back() & 0xC0) == 0x80) words.pop_back();  // of a letter of several bytes
    words.pop_back();
  }
  return words + "…";
}

/// In rows that fit, parted at commas; a part that is wider than a row is cut.
std::string in_rows(ImFont* font, const std::string& words, float width) {
  std::string rows, row;
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t comma = words.find(", ", from);
    const std::string part = words.substr(from, comma == std::string::npos ? comma : comma - from);
    const bool joins = !row.empty() && extent(font, row + ", " + part).x <= width;
    if (!row.empty() && !joins) rows += row + "\n";
    row = joins ? row + ", " + part : elided(font, part, width);
    from = comma == std::string::npos ? words.size() : comma + 2;
  }
  return rows + row;
}

/// In up to two rows, parted at a space; what they have no room for is cut.
std::string in_two_rows(ImFont* font, const std::string& words, float width) {
  if (extent(font, words).x <= width) return words;
  std::size_t part = std::string::npos;
  for (std::size_t at = words.find(' '); at != std::string::npos; at = words.find(' ', at + 1))
    if (extent(font, words.substr(0, at)).x <= width) part = at;
  if (part == std::string::npos) return elided(font, words, width);
  return words.substr(0, part) + "\n" + elided(font, words.substr(part + 1), width);
}

/// Right-aligned at `right`, from `y` downwards; returns the place that they cover.
QRectF write_lines(const Pen& pen, const std::vector<ReadoutLine>& lines, float right, float y) {
  if (lines.empty()) return {};
  ImFont* font = pen.bridge.fonts().mono;
  const float widest = widest_of(pen.bridge, lines), top = y;
  const auto pitch = static_cast<float>(line_pitch(pen.bridge));
  const float foot = y + pitch * static_cast<float>(lines.size()) - 4 * pen.unit();
  pen.plate({right - widest, y}, {right, foot});
  for (const ReadoutLine& line : lines) {
    pen.write(font, {right - extent(font, line.words).x, y}, line.words, pen.palette.text);
    y += pitch;
  }
  return {right - widest, top, widest, foot - top};
}

QRectF draw_gauge(const Pen& pen, const Gauge& gauge, Colour colour, float right, float y) {
  ImFont* font = pen.bridge.fonts().mono;
  const float unit = pen.unit(), line = extent(font, "0").y;
  const auto width = static_cast<float>(gauge_size(gauge, pen.bridge).width());
  const float left = right - width, top = y + 2 * line + 6 * unit, foot = top + 7 * unit;
  pen.plate({left, y}, {right, foot});
  pen.write(font, {right - extent(font, gauge.words).x, y}, gauge.words, pen.palette.text);
  pen.write(font, {right - extent(font, gauge.beside).x, y + line + 2 * unit}, gauge.beside,
            pen.palette.text);
  const auto at = [&](double share) { return left + width * static_cast<float>(share); };
  pen.list.AddRectFilled({left, top}, {right, foot}, ink(pen.palette.raised), 2 * unit);
  pen.list.AddRectFilled({left, top}, {at(std::clamp(gauge.value, 0.0, 1.0)), foot}, ink(colour), 2 * unit);
  return {left, y, width, foot - y};
}

/// The title, in two rows where it does not fit one, and the words that go with it: in its row where both
/// fit, else the distinction in a row below; a subtitle that does not fit half of it is left out.
struct TitleRows {
  std::string title, words;
  ImVec2 title_at, words_at;
  QRectF place;
};

TitleRows title_rows(const Readouts& readouts, const ImGuiBridge& bridge, double width) {
  const OverlayFonts& fonts = bridge.fonts();
  const float unit = static_cast<float>(bridge.factor()), margin = 12 * unit, left = margin + 16 * unit;
  const float right = static_cast<float>(width) - margin;
  TitleRows rows{.title = in_two_rows(fonts.semibold, readouts.title, right - left),
                 .title_at = {left, margin}};
  const ImVec2 title = extent(fonts.semibold, rows.title);
  rows.words = readouts.distinction.empty() ? readouts.subtitle : readouts.distinction;
  ImVec2 words = extent(fonts.text, rows.words);
  float end = left + title.x, foot = margin + title.y;
  rows.words_at = {end + 8 * unit, margin + (title.y - words.y) / 2};
  const bool one_row = rows.title.find('\n') == std::string::npos;
  const float limit = readouts.distinction.empty() ? std::min(right, static_cast<float>(width) / 2) : right;
  if (!rows.words.empty() && (!one_row || rows.words_at.x + words.x > limit)) {
    rows.words = readouts.distinction.empty()
                     ? ""
                     : in_rows(fonts.text, rows.words, static_cast<float>(width) - 2 * margin);
    words = extent(fonts.text, rows.words);
    rows.words_at = {margin, foot + 2 * unit};
  }
  if (!rows.words.empty()) {
    end = std::max(end, rows.words_at.x + words.x);
    foot = std::max(foot, rows.words_at.y + words.y);
  }
  rows.place = {margin, margin, end - margin, foot - margin};
  return rows;
}

}  // namespace

void shorten(Readouts& readouts) {
  std::erase_if(readouts.lines, [&](const ReadoutLine& line) {
    return line.kind > LineKind::energy ||
           (line.kind == LineKind::parameter && !readouts.distinction.empty());
  });
  readouts.subtitle.clear();
}

void keep_title(Readouts& readouts) {
  std::erase_if(readouts.lines, [](const ReadoutLine& line) { return line.kind != LineKind::alarm; });
  readouts.subtitle.clear();
  readouts.acceptance.reset();
}

QRectF plate_about(const QRectF& words, double unit) {
  return words.adjusted(-6 * unit, -4 * unit, 6 * unit, 4 * unit);
}

QRectF title_place(const Readouts& readouts, const ImGuiBridge& bridge, double width) {
  return title_rows(readouts, bridge, width).place;
}

bool title_whole(const Readouts& readouts, const ImGuiBridge& bridge, double width) {
  return title_rows(readouts, bridge, width).title.find("…") == std::string::npos;
}

QSizeF line_size(const std::string& words, const ImGuiBridge& bridge) {
  const ImVec2 size = extent(bridge.fonts().mono, words);
  return {size.x, size.y};
}

double line_pitch(const ImGuiBridge& bridge) { return line_size("0", bridge).height() + 4 * bridge.factor(); }

QSizeF gauge_size(const Gauge& gauge, const ImGuiBridge& bridge) {
  const double unit = bridge.factor(), line = line_size("0", bridge).height();
  return {
      std::max({150 * unit, line_size(gauge.words, bridge).width(), line_size(gauge.beside, bridge).width()}),
      2 * line + 13 * unit};
}

std::vector<QRectF> draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                                  double title_width, const QRectF& column) {
  const Pen pen{palette, bridge};
  const float margin = 12 * pen.unit();
  const OverlayFonts& fonts = bridge.fonts();
  const TitleRows rows = title_rows(readouts, bridge, title_width);
  std::vector<QRectF> places = {rows.place};
  const auto corner = [](QPointF at) {
    return ImVec2(static_cast<float>(at.x()), static_cast<float>(at.y()));
  };
  pen.plate(corner(rows.place.topLeft()), corner(rows.place.bottomRight()));
  pen.write(fonts.semibold, rows.title_at, rows.title, palette.text);
  const float row = extent(fonts.semibold, "0").y;
  pen.list.AddCircleFilled({margin + 4.5f * pen.unit(), margin + row / 2}, 4.5f * pen.unit(),
                           ink(readouts.dot), 24);
  pen.write(fonts.text, rows.words_at, rows.words, palette.secondary);

  const QRectF plate = plate_about({}, bridge.factor());
  const auto right = static_cast<float>(column.right() - plate.right());
  auto top = static_cast<float>(column.top() - plate.top());
  const QRectF written = write_lines(pen, readouts.lines, right, top);
  if (!written.isEmpty()) {
    places.push_back(written);
    top = static_cast<float>(written.bottom()) + margin;
  }
  if (readouts.acceptance) places.push_back(draw_gauge(pen, *readouts.acceptance, readouts.dot, right, top));
  return places;
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
  button_place_ = {};
  if (left_ <= 0) return;
  left_ -= seconds;
  ImFont* font = bridge.fonts().text;
  const float factor = static_cast<float>(bridge.factor()), padding = 10 * factor;
  const ImVec2 label = button_.empty() ? ImVec2(0, 0) : extent(font, button_);
  const float beside = button_.empty() ? 0 : label.x + 4 * padding;
  const float wrap = std::min(520 * factor, static_cast<float>(picture.width()) - 6 * padding - beside);
  const ImVec2 size = extent(font, words_, wrap);
  const float height = std::max(size.y, button_.empty() ? 0 : label.y + padding);
  const ImVec2 low = {(static_cast<float>(picture.width()) - size.x - beside) / 2 - padding,
                      static_cast<float>(picture.height()) - height - 4 * padding};
  const ImVec2 high = {low.x + size.x + beside + 2 * padding, low.y + height + 2 * padding};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(low, high, ink(palette.raised), 7 * factor);
  list.AddRect(low, high, ink(palette.emphasis), 7 * factor, 0, 1.5f * factor);
  list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale,
               {low.x + padding, low.y + padding + (height - size.y) / 2}, ink(palette.text), typeset(words_).c_str(), nullptr,
               wrap);
  if (button_.empty()) return;
  const float middle = (low.y + high.y) / 2, right = high.x - padding;
  button_place_ = {QPointF(right - label.x - 2 * padding, middle - label.y / 2 - padding / 2),
                   QPointF(right, middle + label.y / 2 + padding / 2)};
  draw_button(palette, bridge);
}

/// The button stands on the foreground, as the message does; a window without looks takes the pointer there.
void Toast::draw_button(const Palette& palette, const ImGuiBridge& bridge) {
  const ImVec2 low = {static_cast<float>(button_place_.left()), static_cast<float>(button_place_.top())};
  const ImVec2 high = {static_cast<float>(button_place_.right()), static_cast<float>(button_place_.bottom())};
  const float factor = static_cast<float>(bridge.factor());
  ImGui::SetNextWindowPos(low);
  ImGui::SetNextWindowSize({high.x - low.x, high.y - low.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin("###Notice", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  if (ImGui::InvisibleButton("###Button", {high.x - low.x, high.y - low.y})) pressed_ = true;
  const bool hovered = ImGui::IsItemHovered();
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImFont* font = bridge.fonts().text;
  const float size = font->FontSize * ImGui::GetIO().FontGlobalScale;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  if (hovered) list.AddRectFilled(low, high, ink(palette.emphasis, 60), 5 * factor);
  list.AddRect(low, high, ink(palette.emphasis), 5 * factor, 0, factor);
  list.AddText(font, size, {low.x + 10 * factor, low.y + 5 * factor}, ink(palette.text), button_.c_str());
}

bool Toast::take_pressed() {
  if (!std::exchange(pressed_, false)) return false;
  left_ = 0;
  return true;
}

}  // namespace ergo
