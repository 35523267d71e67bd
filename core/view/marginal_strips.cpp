#include "core/view/marginal_strips.h"

#include <algorithm>

namespace ergo {
namespace {

constexpr double share_of_picture = 0.12;
constexpr double least_bin = 5;  // units
constexpr double company = 20, peak_height = 0.75;

/// One strip: values along an edge, heights away from it.
struct Layout {
  const View& view;
  bool upright;
  double stretch, base;
  Box place;

  Position at(double value, double height) const {
    const Position on_picture = to_pixel(view, {value, stretch * value}) / view.scale;
    return upright ? Position{base - height, on_picture.y} : Position{on_picture.x, base - height};
  }
  Box bar(double from, double to, double low, double high) const {
    const Position a = at(from, low), b = at(to, high);
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
  }
  double tall() const { return base - (upright ? place.left : place.top); }
  /// Visible bins: first and one past the last.
  std::pair<int, int> in_sight(const Bins& bins) const {
    const Position low = to_plane(view, view.scale * Position{place.left, place.bottom}),
                   high = to_plane(view, view.scale * Position{place.right, place.top});
    const auto bin = [&](double x) {
      return static_cast<int>(std::clamp((x - bins.low) / bins.width, 0.0, static_cast<double>(bins.count)));
    };
    return upright ? std::pair(bin(low.y / stretch), std::min(bins.count, bin(high.y / stretch) + 1))
                   : std::pair(bin(low.x), std::min(bins.count, bin(high.x) + 1));
  }
};

/// Bins wide enough to see, in which most draws share a bin with others.
Marginal for_picture(const Marginal& fine, double bins_length, double least) {
  int group = group_for(fine, company);
  while (group * bins_length < least && group < fine.distribution.bins.count) group *= 2;
  return grouped(fine, group);
}

/// Steps over sites.
std::vector<Position> distribution_line(const Layout& layout, const Marginal& shown, int first, int last,
                                        double scale, bool sites) {
  std::vector<Position> line;
  for (int i = first; i < last; ++i) {
    const double height = scale * shown.distribution.masses[static_cast<std::size_t>(i)];
    const double low = shown.distribution.bins.edge(i), high = shown.distribution.bins.edge(i + 1);
    if (sites)
      line.insert(line.end(), {layout.at(low, height), layout.at(high, height)});
    else
      line.push_back(layout.at((low + high) / 2, height));
  }
  return line;
}

Strip strip_of(const Layout& layout, const Marginal& fine, ShareBands& bands, double unit, bool sites) {
  const double length = zoom(layout.view) / layout.view.scale * layout.stretch;
  const Marginal shown = for_picture(fine, fine.distribution.bins.width * length, least_bin * unit);
  const bool known = !shown.distribution.masses.empty();
  const double peak = *std::ranges::max_element(known ? shown.distribution.masses : shown.shares);
  const double scale = peak > 0 ? peak_height * layout.tall() / peak : 0;
  const auto [first, last] = layout.in_sight(shown.distribution.bins);
  const std::vector<Interval>& band = bands.of(shown.distribution.masses, shown.draws);
  Strip strip{.place = layout.place, .upright = layout.upright};
  for (int i = first; i < last; ++i) {
    const double from = shown.distribution.bins.edge(i), to = shown.distribution.bins.edge(i + 1);
    const auto k = static_cast<std::size_t>(i);
    if (shown.shares[k] > 0)
      strip.shares.push_back(layout.bar(from, to, 0, std::min(layout.tall(), scale * shown.shares[k])));
    if (known) strip.band.push_back(layout.bar(from, to, scale * band[k].low, scale * band[k].high));
  }
  if (known) strip.distribution = distribution_line(layout, shown, first, last, scale, sites);
  return strip;
}

const Marginal* of_number(const std::vector<Marginal>& marginals, int offset) {
  const auto found = std::ranges::find(marginals, offset, &Marginal::offset);
  return found == marginals.end() || !(found->draws > 0) ? nullptr : &*found;
}

}  // namespace

Position strip_room(const View& view, const Projection& shown, Position size, Position numbers) {
  if (!view.marginals || shown.coordinates == Coordinates::section) return {};
  const double whole = shown.spread > 0 ? size.y / (shown.sites.high.y - shown.sites.low.y) : 1;
  Position room = share_of_picture * size;
  if (has_scales(shown, whole, view.scales)) room = room + numbers;
  if (shown.line) room.x = 0;
  return room;
}

std::vector<Strip> MarginalStrips::of(const std::vector<Marginal>& marginals, const View& view,
                                      const Projection& shown, Colour colour, const StripPlace& place) {
  const Position size = Position{double(view.width), double(view.height)} / view.scale;
  const Position room = strip_room(view, shown, size, place.numbers);
  if (!(room.y > 0)) return {};
  const bool scales = place.numbers.y > 0 && has_scales(shown, zoom(view) / view.scale, view.scales);
  const Position numbers = scales ? place.numbers : Position{};
  const Box& free = place.free;
  const Box foot{free.left, free.bottom - room.y, free.right - room.x, free.bottom},
      side{free.right - room.x, free.top, free.right, free.bottom - room.y};
  std::vector<Strip> strips;
  const auto add = [&](int offset, const std::string& symbol, const Layout& layout, ShareBands& bands) {
    const Marginal* found = of_number(marginals, offset);
    if (!found) return;
    strips.push_back(strip_of(layout, *found, bands, place.unit, shown.spread > 0));
    strips.back().colour = colour;
    if (!scales) strips.back().symbol = symbol;
  };
  add(shown.horizontal, shown.horizontal_symbol, {view, false, 1, foot.bottom - numbers.y, foot}, across_);
  if (room.x > 0)
    add(shown.vertical, shown.vertical_symbol, {view, true, shown.stretch, side.right - numbers.x, side},
        upright_);
  return strips;
}

std::vector<Strip> RunStrips::of(Session& session, const View& view, Position numbers) {
  if (!view.marginals) return {};
  const ChainData data = session.read();
  return strips_.of(marginals_.of(data, session.config(), view.draws), view,
                    projection(session, view.coordinates),
                    run_colour(session.sampler_descriptor().id, view.place, view.palette),
                    {{0, 0, view.width / view.scale, view.height / view.scale}, numbers});
}

}  // namespace ergo
