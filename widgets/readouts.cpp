#include "widgets/readouts.h"

#include <algorithm>

#include "widgets/pen.h"

namespace ergo {
namespace {

ImVec2 extent(ImFont* font, const std::string& words, float wrap = 0) {
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, wrap, words.c_str());
}

float pitch_of(const ImGuiBridge& bridge) {
  return extent(bridge.fonts().mono, "0").y + 4 * static_cast<float>(bridge.factor());
}

constexpr double share_of_room = 0.1;  // that lines may cover, and a gauge

float widest_of(const ImGuiBridge& bridge, const std::vector<ReadoutLine>& lines) {
  float widest = 0;
  for (const ReadoutLine& line : lines) widest = std::max(widest, extent(bridge.fonts().mono, line.words).x);
  return widest;
}

/// Without what stands behind its last commas, as many of them as it takes; empty where that is too wide too.
std::string shortened(ImFont* font, std::string line, float width) {
  while (extent(font, line).x > width) {
    const auto comma = line.rfind(", ");
    line.resize(comma == std::string::npos ? 0 : comma);
  }
  return line;
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
  const float widest = widest_of(pen.bridge, lines), pitch = pitch_of(pen.bridge), top = y;
  const float foot = y + pitch * static_cast<float>(lines.size()) - 4 * pen.unit();
  pen.plate({right - widest, y}, {right, foot});
  for (const ReadoutLine& line : lines) {
    pen.write(font, {right - extent(font, line.words).x, y}, line.words, pen.palette.text);
    y += pitch;
  }
  return {right - widest, top, widest, foot - top};
}

QRectF draw_gauge(const Pen& pen, const Gauge& gauge, Colour colour, float right, float y,
                  const ReadoutRoom& room) {
  ImFont* font = pen.bridge.fonts().mono;
  const float unit = pen.unit(), line = extent(font, "0").y;
  const float width =
      std::max(150 * unit, std::max(extent(font, gauge.words).x, extent(font, gauge.beside).x));
  const float left = right - width, top = y + 2 * line + 6 * unit, foot = top + 7 * unit;
  if (width * (foot + line - y) > share_of_room * room.area || width > room.lines_width ||
      foot + line + 4 * unit - y > room.lines_height)
    return {};
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
  return {left, y, width, foot + line + 4 * unit - y};
}

/// The title, in two rows where it does not fit one, and the words that go with it: in its row where both
/// fit, else the distinction in a row below; a subtitle that does not fit is left out.
struct TitleRows {
  std::string title, words;
  ImVec2 title_at, words_at;
  QRectF place;
};

TitleRows title_rows(const Readouts& readouts, const ImGuiBridge& bridge, double width, double taken) {
  const OverlayFonts& fonts = bridge.fonts();
  const float unit = static_cast<float>(bridge.factor()), margin = 12 * unit, left = margin + 16 * unit;
  const float right = static_cast<float>(width - taken) - margin;
  TitleRows rows{.title = in_two_rows(fonts.semibold, readouts.title, right - left),
                 .title_at = {left, margin}};
  const ImVec2 title = extent(fonts.semibold, rows.title);
  rows.words = readouts.distinction.empty() ? readouts.subtitle : readouts.distinction;
  ImVec2 words = extent(fonts.text, rows.words);
  float end = left + title.x, foot = margin + title.y;
  rows.words_at = {end + 8 * unit, margin + (title.y - words.y) / 2};
  const bool one_row = rows.title.find('\n') == std::string::npos;
  if (!rows.words.empty() && (!one_row || rows.words_at.x + words.x > right)) {
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
  readouts.lines.clear();
  readouts.subtitle.clear();
  readouts.acceptance.reset();
}

QRectF title_place(const Readouts& readouts, const ImGuiBridge& bridge, double width, double taken) {
  return title_rows(readouts, bridge, width, taken).place;
}

double lines_width(const Readouts& readouts, const ImGuiBridge& bridge) {
  const float widest = widest_of(bridge, readouts.lines);
  return widest > 0 ? widest + 18 * bridge.factor() : 0;
}

double line_pitch(const Readouts& readouts, const ImGuiBridge& bridge, double width) {
  const bool any = std::ranges::any_of(readouts.lines, [&](const ReadoutLine& line) {
    return extent(bridge.fonts().mono, line.words).x <= width;
  });
  return any ? pitch_of(bridge) : 0;
}

std::set<LineKind> fit(Readouts& readouts, const ImGuiBridge& bridge, const ReadoutRoom& room) {
  std::vector<ReadoutLine*> by_importance;
  for (ReadoutLine& line : readouts.lines) by_importance.push_back(&line);
  std::ranges::stable_sort(by_importance, {}, &ReadoutLine::kind);
  std::set<LineKind> untold;
  float width = 0, height = 0;
  for (ReadoutLine* line : by_importance) {
    line->words = shortened(bridge.fonts().mono, line->words, static_cast<float>(room.lines_width));
    const float wide = std::max(width, extent(bridge.fonts().mono, line->words).x);
    const float high = height + pitch_of(bridge);
    const bool hides = height > 0 && wide * high > share_of_room * room.area;
    if (!line->words.empty() && !hides && high <= room.lines_height) {
      width = wide;
      height = high;
      continue;
    }
    untold.insert(line->kind);
    line->words.clear();
  }
  std::erase_if(readouts.lines, [](const ReadoutLine& line) { return line.words.empty(); });
  return untold;
}

std::vector<QRectF> draw_readouts(const Readouts& readouts, const Palette& palette, const ImGuiBridge& bridge,
                                  const ReadoutRoom& room) {
  const Pen pen{palette, bridge};
  const float margin = 12 * pen.unit(), gap = 14 * pen.unit();
  const OverlayFonts& fonts = bridge.fonts();
  const TitleRows rows = title_rows(readouts, bridge, room.title_width, room.title_taken);
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

  const float right = static_cast<float>(room.lines_right);
  const bool beside =
      rows.place.right() + widest_of(bridge, readouts.lines) + 1.5f * margin < right && room.lines_top == 0;
  const float below =
      std::max(static_cast<float>(room.lines_top), static_cast<float>(rows.place.bottom()) + gap);
  const QRectF written = write_lines(pen, readouts.lines, right, beside ? margin : below);
  if (!written.isEmpty()) places.push_back(written);
  const float foot =
      written.isEmpty() ? (beside ? margin : below) - margin : static_cast<float>(written.bottom());
  if (!readouts.acceptance) return places;
  ReadoutRoom rest = room;
  if (!written.isEmpty()) rest.lines_height -= written.height() + margin;
  const QRectF gauge = draw_gauge(pen, *readouts.acceptance, readouts.dot, right, foot + margin, rest);
  if (!gauge.isEmpty()) places.push_back(gauge);
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
