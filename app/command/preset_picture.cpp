#include "app/command/preset_picture.h"

namespace ergo {

View view_of(const PresetView& preset) {
  View view;
  view.draws = draws_named(preset.draws.value_or("weighted"), "view.draws");
  view.colour_by = colour_named(preset.colour_by.value_or("auto"), "view.colour_by");
  view.coordinates = coordinates_named(preset.coordinates.value_or("position"), "view.coordinates");
  view.show = show_named(preset.show.value_or("target"), "view.show");
  view.contours = preset.contours.value_or(false);
  view.marginals = preset.marginals.value_or(false);
  view.scales = preset.scales.value_or(false);
  view.trails = preset.trails.value_or(true);
  view.trail_life = preset.trail_life.value_or(view.trail_life);
  view.point_size = preset.point_size.value_or(view.point_size);
  return view;
}

std::vector<Look> looks_of(const Comparison& runs, const View& view, const PresetView& preset) {
  const bool own_axes =
      view.coordinates == coordinates_named(preset.coordinates.value_or("position"), "view.coordinates");
  if (!preset.camera || !preset.camera->height || !own_axes) return {};
  const Position centre{preset.camera->centre_x, preset.camera->centre_y};
  const Position half{0, *preset.camera->height / 2};
  return std::vector<Look>(static_cast<std::size_t>(runs.count()),
                           {.window = {centre - half, centre + half}, .show = view.show});
}

std::uint64_t steps_per_frame(std::uint64_t option, const PresetView& preset) {
  return option > 0 ? option : static_cast<std::uint64_t>(preset.steps_per_frame.value_or(4));
}

double speed(double option, const PresetView& preset) { return option > 0 ? option : preset.speed.value_or(1); }

}  // namespace ergo
