#include "widgets/picture/axes.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>

#include "core/maths/round_numbers.h"
#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

void tick(const Pen& pen, ImVec2 from, ImVec2 to) {
  pen.list.AddLine(from, to, ink(pen.palette.secondary), pen.unit());
}

using Panels = std::vector<QRectF>;

constexpr float beside_gap = 5;  // between a lattice and its numbers, pixels at scale 1

/// The first panel that words in this place would overlap; null if there is none.
const QRectF* over(const Panels& panels, const QRectF& words) {
  const auto found =
      std::ranges::find_if(panels, [&](const QRectF& panel) { return panel.intersects(words); });
  return found == panels.end() ? nullptr : &*found;
}

QRectF place_of(ImVec2 corner, ImVec2 box) { return {corner.x, corner.y, box.x, box.y}; }

/// Whether the value is that of a site, which are whole numbers.
bool whole(double value, double low, double high) {
  return std::abs(value - std::round(value)) < 1e-6 && value > low && value < high;
}

/// A little to the right of a lattice's last site and below its first; far away for the plane.
ImVec2 sites_corner(const Pen& pen, const Navigation& navigation, const Projection& shown, QSizeF size) {
  if (shown.spread <= 0) return {FLT_MAX, FLT_MAX};
  const QPointF right = navigation.to_screen(shown.sites.high, size), foot = navigation.to_screen(shown.sites.low, size);
  const float gap = beside_gap * pen.unit();
  return {static_cast<float>(right.x()) + gap, static_cast<float>(foot.y()) + gap};
}

/// Where words end above a lattice's last site; nothing for the plane and where there is no room.
std::optional<ImVec2> above_sites(const Pen& pen, const Navigation& navigation, const Projection& shown, QSizeF size,
                                  ImVec2 words) {
  if (shown.spread <= 0) return {};
  const QPointF corner = navigation.to_screen({shown.sites.high.x, shown.sites.high.y * shown.stretch}, size);
  const float gap = beside_gap * pen.unit(), right = static_cast<float>(std::min(corner.x(), size.width())),
              top = static_cast<float>(corner.y());
  const ImVec2 place(std::max(right - words.x, gap), top - words.y - gap);
  return place.y > gap ? std::optional(place) : std::nullopt;
}

void horizontal(const Pen& pen, const Navigation& navigation, const Projection& shown, QSizeF size,
                double covered, const Panels& panels) {
  const std::string symbol = shown.horizontal_symbol;
  const auto width = static_cast<float>(size.width()), foot = static_cast<float>(size.height() - covered);
  const float length = 5 * pen.unit();
  const double low = navigation.to_plane({0, 0}, size).x,
               high = navigation.to_plane({size.width(), 0}, size).x;
  ImFont* font = pen.bridge.fonts().text;
  for (const double value :
       round_numbers(low, high, std::max(2, static_cast<int>(width / (90 * pen.unit()))))) {
    if (shown.spread > 0 && !whole(value, shown.sites.low.x, shown.sites.high.x)) continue;
    const auto x = static_cast<float>(navigation.to_screen({value, 0}, size).x());
    const std::string words = significant(value, 4);
    const ImVec2 box = pen.extent(font, words);
    if (x < box.x || x > width - 2 * box.x) continue;
    const float below_sites = sites_corner(pen, navigation, shown, size).y;
    const float edge = foot - length - box.y - 2 * pen.unit();
    const bool beside = below_sites < edge;
    const ImVec2 corner(x - box.x / 2, beside ? below_sites : edge);
    if (over(panels, place_of(corner, box))) continue;
    if (!beside) tick(pen, {x, foot}, {x, foot - length});
    pen.write(font, corner, words, pen.palette.secondary);
  }
  ImFont* bold = pen.bridge.fonts().semibold;
  const ImVec2 box = pen.extent(bold, symbol);
  ImVec2 corner(width - box.x - 10 * pen.unit(), foot - box.y - 4 * pen.unit());
  if (const ImVec2 edge = sites_corner(pen, navigation, shown, size); edge.y < corner.y) {
    const float below = edge.y + pen.extent(font, "0").y + 2 * pen.unit();
    if (edge.x < corner.x)
      corner = edge;
    else if (below < corner.y)
      corner = {std::min(edge.x - beside_gap * pen.unit(), width) - box.x, below};
  }
  if (!over(panels, place_of(corner, box))) pen.write(bold, corner, symbol, pen.palette.text);
}

void vertical(const Pen& pen, const Navigation& navigation, const Projection& shown, QSizeF size,
              double covered, const Panels& panels) {
  const auto height = static_cast<float>(size.height()), right = static_cast<float>(size.width());
  const float length = 5 * pen.unit();
  const double low = navigation.to_plane({0, size.height()}, size).y / shown.stretch,
               high = navigation.to_plane({0, 0}, size).y / shown.stretch;
  ImFont* bold = pen.bridge.fonts().semibold;
  const ImVec2 size_of = pen.extent(bold, shown.vertical_symbol);
  ImVec2 symbol(right - size_of.x - 10 * pen.unit(), height / 3 - 1.5f * size_of.y);
  const float beside = sites_corner(pen, navigation, shown, size).x;
  const std::optional<ImVec2> above = above_sites(pen, navigation, shown, size, size_of);
  if (beside > symbol.x && above && !over(panels, place_of(*above, size_of)))
    symbol = *above;
  else
    symbol.x = std::min(symbol.x, beside);
  while (const QRectF* panel = over(panels, place_of(symbol, size_of)))
    symbol.y = static_cast<float>(panel->bottom()) + 4 * pen.unit();
  const float below = symbol.y + size_of.y;
  if (below < height) pen.write(bold, symbol, shown.vertical_symbol, pen.palette.text);
  ImFont* font = pen.bridge.fonts().text;
  for (const double value :
       round_numbers(low, high, std::max(2, static_cast<int>(height / (70 * pen.unit()))))) {
    if (shown.spread > 0 && !whole(value, shown.sites.low.y, shown.sites.high.y)) continue;
    const auto y = static_cast<float>(navigation.to_screen({0, value * shown.stretch}, size).y());
    const std::string words = significant(value, 4);
    const ImVec2 box = pen.extent(font, words);
    if (y < height / 3 || y > height - static_cast<float>(covered) - 3 * box.y)
      continue;  // the upper corner belongs to the read-outs
    const float beside_sites = sites_corner(pen, navigation, shown, size).x;
    const float edge = right - length - box.x - 3 * pen.unit();
    const bool beside = beside_sites < edge;
    const ImVec2 corner(beside ? beside_sites : edge, y - box.y / 2);
    const bool at_symbol = corner.y < below && corner.x + box.x > symbol.x;
    if (at_symbol || over(panels, place_of(corner, box))) continue;
    if (!beside) tick(pen, {right, y}, {right - length, y});
    pen.write(font, corner, words, pen.palette.secondary);
  }
}

}  // namespace

QSizeF scales_room(const ImGuiBridge& bridge) {
  const ImVec2 number = Pen::extent(bridge.fonts().text, "−0.5");
  const double unit = bridge.factor();
  return {number.x + 12 * unit, number.y + 8 * unit};
}

SymbolRoom symbol_room(const Projection& shown, const ImGuiBridge& bridge, QSizeF area, Position extent) {
  if (shown.spread <= 0) return {};
  const double unit = bridge.factor(), beside = (area.width() - area.height() * extent.x / extent.y) / 2;
  ImFont* bold = bridge.fonts().semibold;
  const ImVec2 x = Pen::extent(bold, shown.horizontal_symbol), y = Pen::extent(bold, shown.vertical_symbol);
  if (std::max(x.x, y.x) + (10 + beside_gap) * unit <= beside) return {};
  const ImVec2 numbers = Pen::extent(bridge.fonts().text, "00");
  return {y.y + beside_gap * unit, numbers.y + x.y + 2 * beside_gap * unit, numbers.x + 2 * beside_gap * unit};
}

void draw_axes(const Projection& shown, const Navigation& navigation, const Palette& palette,
               const ImGuiBridge& bridge, QSizeF picture, double covered, const Panels& panels) {
  const Pen pen{palette, bridge};
  horizontal(pen, navigation, shown, picture, covered, panels);
  if (!shown.line) vertical(pen, navigation, shown, picture, covered, panels);
}

}  // namespace ergo
