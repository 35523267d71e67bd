#include "widgets/preset_view.h"

#include "core/unit/error.h"

namespace ergo {
namespace {

const std::vector<std::pair<std::string, ColourBy>>& colour_bys() {
  static const std::vector<std::pair<std::string, ColourBy>> all = {
      {"sampler", ColourBy::sampler},
      {"energy", ColourBy::energy},
      {"kinetic_energy", ColourBy::kinetic_energy},
      {"weight", ColourBy::weight},
      {"thermostat", ColourBy::thermostat}};
  return all;
}

ColourBy colour_by_named(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [known, value] : colour_bys()) {
    if (known == name) return value;
    names.push_back(known);
  }
  throw Error("unknown value", name, legal_words(name, names), "view.colour_by");
}

}  // namespace

void show_as(const PresetView& wanted, View& view) {
  view.coordinates = coordinates_named(wanted.coordinates.value_or("position"), "view.coordinates");
  view.show = show_named(wanted.show.value_or("law"), "view.show");
  if (wanted.colour_by) view.colour_by = colour_by_named(*wanted.colour_by);
  if (wanted.draws) view.draws = draws_named(*wanted.draws, "view.draws");
  view.contours = wanted.contours.value_or(view.contours);
  view.marginals = wanted.marginals.value_or(view.marginals);
  view.trails = wanted.trails.value_or(view.trails);
  view.trail_life = wanted.trail_life.value_or(view.trail_life);
  view.point_size = wanted.point_size.value_or(view.point_size);
}

PresetView preset_view_of(const View& view, int steps_per_frame) {
  PresetView wanted;
  wanted.coordinates = coordinates_names()[static_cast<std::size_t>(view.coordinates)];
  wanted.colour_by = colour_bys()[static_cast<std::size_t>(view.colour_by)].first;
  wanted.show = show_names()[static_cast<std::size_t>(view.show)];
  wanted.draws = to_string(view.draws);
  wanted.contours = view.contours;
  wanted.marginals = view.marginals;
  wanted.trails = view.trails;
  wanted.trail_life = view.trail_life;
  wanted.point_size = view.point_size;
  wanted.steps_per_frame = steps_per_frame;
  return wanted;
}

}  // namespace ergo
