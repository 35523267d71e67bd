#include "widgets/marginal_strips.h"

#include <algorithm>
#include <cmath>

#include "widgets/axes.h"
#include "widgets/pen.h"

namespace ergo {
namespace {

constexpr double share_of_cell = 0.12;
constexpr double least_scaled_site = 8;  // pixels
constexpr double least_pixels = 5, company = 20;
constexpr float peak_height = 0.75f;

/// One strip: values along an edge, heights away from it.
struct StripPen : Pen {
  const Navigation& navigation;
  QSizeF cell;
  bool upright;  ///< along the right edge
  double stretch;
  QRectF place;
  float base;

  ImVec2 at(double value, float height) const {
    const QPointF on_screen = navigation.to_screen({value, stretch * value}, cell);
    return upright ? ImVec2(base - height, static_cast<float>(on_screen.y()))
                   : ImVec2(static_cast<float>(on_screen.x()), base - height);
  }
  void bar(double from, double to, float low, float high, ImU32 colour) const {
    const ImVec2 a = at(from, low), b = at(to, high);
    list.AddRectFilled({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)},
                       colour);
  }
  /// Bins in sight: first and one past the last.
  std::pair<int, int> in_sight(const Bins& bins) const {
    const Position corner = navigation.to_plane(place.bottomLeft(), cell),
                   opposite = navigation.to_plane(place.topRight(), cell);
    const auto bin = [&](double x) {
      return static_cast<int>(std::clamp((x - bins.low) / bins.width, 0.0, static_cast<double>(bins.count)));
    };
    return upright ? std::pair(bin(corner.y / stretch), std::min(bins.count, bin(opposite.y / stretch) + 1))
                   : std::pair(bin(corner.x), std::min(bins.count, bin(opposite.x) + 1));
  }
};

/// Wide enough to see, and to hold company.
Marginal for_screen(const Marginal& fine, double pixels_per_bin, double least) {
  int group = group_for(fine, company);
  while (group * pixels_per_bin < least && group < fine.law.bins.count) group *= 2;
  return grouped(fine, group);
}

void draw_law(const StripPen& pen, const Marginal& shown, int first, int last, float scale, bool sites) {
  std::vector<ImVec2> line;
  for (int i = first; i < last; ++i) {
    const float height = scale * static_cast<float>(shown.law.masses[static_cast<std::size_t>(i)]);
    const double low = shown.law.bins.edge(i), high = shown.law.bins.edge(i + 1);
    if (sites)
      line.insert(line.end(), {pen.at(low, height), pen.at(high, height)});
    else
      line.push_back(pen.at((low + high) / 2, height));
  }
  pen.list.AddPolyline(line.data(), static_cast<int>(line.size()), ink(pen.palette.text), 0,
                       static_cast<float>(pen.palette.line_width) * pen.unit());
}

void draw_strip(const StripPen& pen, const Marginal& fine, ShareBands& bands, const char* symbol,
                Colour colour, bool sites) {
  const double pixels = pen.cell.height() / pen.navigation.camera().height * pen.stretch;
  const Marginal shown = for_screen(fine, fine.law.bins.width * pixels, least_pixels * pen.unit());
  const bool known = !shown.law.masses.empty();
  const double peak = *std::ranges::max_element(known ? shown.law.masses : shown.shares);
  const float tall =
      static_cast<float>(pen.upright ? pen.base - pen.place.left() : pen.base - pen.place.top());
  const float scale = peak > 0 ? peak_height * tall / static_cast<float>(peak) : 0;
  const auto [first, last] = pen.in_sight(shown.law.bins);
  const ImVec2 low(static_cast<float>(pen.place.left()), static_cast<float>(pen.place.top())),
      high(static_cast<float>(pen.place.right()), static_cast<float>(pen.place.bottom()));
  pen.list.AddRectFilled(low, high, ink(pen.palette.panel, 150));
  pen.list.PushClipRect(low, high, true);
  const std::vector<Interval>& band = bands.of(shown.law.masses, shown.draws);
  for (int i = first; i < last; ++i) {
    const double from = shown.law.bins.edge(i), to = shown.law.bins.edge(i + 1);
    const auto k = static_cast<std::size_t>(i);
    if (shown.shares[k] > 0)
      pen.bar(from, to, 0, std::min(tall, scale * static_cast<float>(shown.shares[k])), ink(colour, 170));
    if (!known) continue;
    pen.bar(from, to, scale * static_cast<float>(band[k].low), scale * static_cast<float>(band[k].high),
            ink(pen.palette.text, 60));
  }
  if (known) draw_law(pen, shown, first, last, scale, sites);
  pen.list.PopClipRect();
  ImFont* bold = pen.bridge.fonts().semibold;
  // On the right, where no panel stands.
  const float x = pen.upright ? low.x + 6 * pen.unit() : high.x - 6 * pen.unit() - pen.extent(bold, symbol).x;
  pen.write(bold, {x, low.y + 4 * pen.unit()}, symbol, pen.palette.secondary);
}

const Marginal* of_number(const std::vector<Marginal>& marginals, int offset) {
  const auto found = std::ranges::find(marginals, offset, &Marginal::offset);
  return found == marginals.end() || !(found->draws > 0) ? nullptr : &*found;
}

}  // namespace

QSizeF strip_room(const View& view, const Projection& shown, const ImGuiBridge& bridge, QSizeF cell) {
  if (!view.marginals || shown.coordinates == Coordinates::section) return {0, 0};
  const bool large_sites =
      shown.spread > 0 && cell.height() / (shown.sites.high.y - shown.sites.low.y) >= least_scaled_site;
  QSizeF room = share_of_cell * cell;
  if (shown.line || large_sites || shown.coordinates != Coordinates::position) room += scales_room(bridge);
  if (shown.line) room.setWidth(0);
  return room;
}

void MarginalStrips::draw(const std::vector<Marginal>& marginals, const View& view, const Projection& shown,
                          Colour colour, const Navigation& navigation, const ImGuiBridge& bridge, QSizeF cell,
                          QRectF free) {
  const QSizeF room = strip_room(view, shown, bridge, cell);
  if (!(room.height() > 0)) return;
  const bool scales = has_scales(shown, navigation, cell);
  const QSizeF numbers = scales ? scales_room(bridge) : QSizeF(0, 0);
  const bool sites = shown.spread > 0;
  const QRectF foot(free.left(), free.bottom() - room.height(), free.width() - room.width(), room.height());
  const QRectF side(free.right() - room.width(), free.top(), room.width(), free.height() - room.height());
  const Pen pen{view.palette, bridge};
  if (const Marginal* found = of_number(marginals, shown.horizontal))
    draw_strip({pen, navigation, cell, false, 1, foot, static_cast<float>(foot.bottom() - numbers.height())},
               *found, across_, scales ? "" : shown.horizontal_symbol, colour, sites);
  if (const Marginal* found = of_number(marginals, shown.vertical); found && room.width() > 0)
    draw_strip({pen, navigation, cell, true, shown.stretch, side,
                static_cast<float>(side.right() - numbers.width())},
               *found, upright_, scales ? "" : shown.vertical_symbol, colour, sites);
}

}  // namespace ergo
