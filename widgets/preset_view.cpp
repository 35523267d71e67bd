#include "widgets/preset_view.h"

#include "core/unit/error.h"

namespace ergo {
namespace {

template <class Value>
Value named(const std::string& name, const std::vector<std::pair<std::string, Value>>& values,
            const char* where) {
  std::vector<std::string> names;
  for (const auto& [known, value] : values) {
    if (known == name) return value;
    names.push_back(known);
  }
  throw Error("unknown value", name, legal_words(name, names), where);
}

ColourBy colour_by_named(const std::string& name) {
  return named<ColourBy>(name,
                         {{"sampler", ColourBy::sampler},
                          {"energy", ColourBy::energy},
                          {"kinetic_energy", ColourBy::kinetic_energy},
                          {"weight", ColourBy::weight},
                          {"thermostat", ColourBy::thermostat}},
                         "view.colour_by");
}

}  // namespace

void show_as(const PresetView& wanted, View& view) {
  view.coordinates = coordinates_named(wanted.coordinates.value_or("position"), "view.coordinates");
  view.show = show_named(wanted.show.value_or("law"), "view.show");
  if (wanted.colour_by) view.colour_by = colour_by_named(*wanted.colour_by);
  if (wanted.draws) view.draws = draws_named(*wanted.draws, "view.draws");
  view.contours = wanted.contours.value_or(view.contours);
  view.trails = wanted.trails.value_or(view.trails);
  view.trail_life = wanted.trail_life.value_or(view.trail_life);
  view.point_size = wanted.point_size.value_or(view.point_size);
}

}  // namespace ergo
