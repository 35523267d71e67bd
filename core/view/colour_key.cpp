#include "core/view/colour_key.h"

#include "core/view/projection.h"

namespace ergo {
namespace {

constexpr std::size_t class_count = std::tuple_size_v<decltype(Palette::classes)>;
constexpr const char* direction_names[origin_directions] = {"E", "NE", "N", "NW", "W", "SW", "S", "SE"};

/// As the layer of divergences has its marks of earlier steps.
Colour faded(Colour mark, Colour ground) {
  constexpr double opacity = 0.55;
  Colour mixed = 0;
  for (const int shift : {16, 8, 0}) {
    const double over = mark >> shift & 0xFF, under = ground >> shift & 0xFF;
    mixed |= static_cast<Colour>(under + opacity * (over - under)) << shift;
  }
  return mixed;
}

ColourKey origin_key(const Origins& origins, const Palette& palette) {
  ColourKey key{origins.modes ? "colour: mode at the start" : "colour: direction at the start", {}};
  for (std::size_t k = 0; k < class_count; ++k) {
    std::string words;
    for (std::size_t origin = k; origin < origins.chains_of.size(); origin += class_count)
      if (origins.chains_of[origin] > 0)
        words +=
            (words.empty() ? "" : ", ") + (origins.modes ? std::to_string(origin) : direction_names[origin]);
    if (!words.empty()) key.samples.push_back({palette.classes[k], words});
  }
  return key;
}

}  // namespace

std::optional<ColourKey> colour_key(const Session& session, const View& view) {
  if (shown_on(session.target(), view) != Show::target) return {};
  const Palette& palette = view.palette;
  const auto colours = class_colours(session, view);
  switch (colour_shown(view, session)) {
    case ColourBy::origin:
      return origin_key(*session.origins(), palette);
    case ColourBy::accepted:
      if (session.target().lattice())
        return ColourKey{"colour: last step", {{colours[0], "moved"}, {colours[1], "stayed"}}};
      return ColourKey{"colour: last proposal", {{colours[0], "accepted"}, {colours[1], "rejected"}}};
    case ColourBy::divergence:
      return ColourKey{
          "triangles: divergent transitions",
          {{palette.emphasis, "last step"}, {faded(palette.emphasis, palette.picture), "earlier"}}};
    default:
      return {};
  }
}

std::vector<std::uint32_t> classes_of(const Origins& origins) {
  std::vector<std::uint32_t> classes = origins.of;
  for (std::uint32_t& own : classes) own %= class_count;
  return classes;
}

std::array<Colour, 8> class_colours(const Session& session, const View& view) {
  std::array<Colour, 8> colours = view.palette.classes;
  if (colour_shown(view, session) != ColourBy::accepted) return colours;
  colours[0] = view.palette.lack;
  colours[1] = view.palette.excess;
  return colours;
}

}  // namespace ergo
