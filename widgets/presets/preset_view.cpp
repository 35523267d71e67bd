#include "widgets/presets/preset_view.h"

#include "core/live/panes.h"
#include "core/settings/view_json.h"
#include "widgets/picture/picture.h"

namespace ergo {
void show_as(const PresetView& wanted, View& view) {
  view.coordinates = coordinates_named(wanted.coordinates.value_or("position"), "view.coordinates");
  view.show = show_named(wanted.show.value_or("target"), "view.show");
  if (view.show == Show::configurations) view.show = Show::target;  // beside which a panel has them
  if (wanted.colour_by) view.colour_by = colour_named(*wanted.colour_by, "view.colour_by");
  if (wanted.draws) view.draws = draws_named(*wanted.draws, "view.draws");
  view.contours = wanted.contours.value_or(view.contours);
  view.marginals = wanted.marginals.value_or(view.marginals);
  view.scales = wanted.scales.value_or(view.scales);
  view.trails = wanted.trails.value_or(view.trails);
  view.trail_life = wanted.trail_life.value_or(view.trail_life);
  view.point_size = wanted.point_size.value_or(view.point_size);
}

PresetView shown_view(const Panes& panes, const Picture& picture) {
  PresetView shown = preset_view_of(picture.view);
  shown.steps_per_frame = panes.steps_per_frame;
  if (const auto chosen = picture.navigation().chosen_camera())
    shown.camera = {chosen->centre.x, chosen->centre.y, chosen->height};
  shown.follow = panes.followed();
  if (panes.speed != 1) shown.speed = panes.speed;
  shown.loop = panes.loop;
  if (panes.count() > 1) shown.pace = panes.pace() == Pace::steps ? "steps" : "gradients";
  const auto plot = panes.focused().parameters().shown;
  if (plot == ParameterPlots::Shown::curve) shown.curve = true;
  if (plot == ParameterPlots::Shown::map) shown.map = true;
  shown.graph = picture.graph_panel().subject();
  if (picture.tuning_shown) shown.tuning = picture.tune_panel().settings();
  return shown;
}

/// Of the curve and the map one is shown: the one that was not yet.
static ParameterPlots::Shown plot_over_parameters(const PresetView& wanted, const PresetView& before) {
  const bool curve = wanted.curve.value_or(false), map = wanted.map.value_or(false);
  if (curve && (!map || before.map.value_or(false))) return ParameterPlots::Shown::curve;
  return map ? ParameterPlots::Shown::map : ParameterPlots::Shown::none;
}

void show_view(const PresetView& wanted, Panes& panes, Picture& picture) {
  const PresetView before = shown_view(panes, picture);
  show_as(wanted, picture.view);
  show_camera(wanted.camera.value_or(PresetCamera()), panes, picture);
  panes.steps_per_frame = wanted.steps_per_frame.value_or(panes.steps_per_frame);
  panes.speed = wanted.speed.value_or(1);
  panes.loop = wanted.loop;
  if (wanted.pace != before.pace) panes.set_pace(pace_of(wanted));
  if (wanted.follow != before.follow) panes.follow(wanted.follow);
  panes.focused().parameters().shown = plot_over_parameters(wanted, before);
  if (wanted.graph != before.graph) picture.graph_panel().open(wanted.graph);
  picture.tuning_shown = wanted.tuning.has_value();
  if (wanted.tuning) picture.tune_panel().set(*wanted.tuning);
}

void show_camera(const PresetCamera& wanted, const Panes& panes, Picture& picture) {
  std::optional<Camera> camera;
  if (wanted.height) camera = {{wanted.centre_x, wanted.centre_y}, *wanted.height};
  picture.look_at(camera, panes.focused().session());
}

}  // namespace ergo
