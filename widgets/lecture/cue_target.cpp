#include "widgets/lecture/cue_target.h"

#include <algorithm>

#include "core/live/panes.h"
#include "widgets/lecture/cue_history.h"
#include "widgets/picture/picture.h"
#include "widgets/plots/plots.h"
#include "widgets/presets/preset_view.h"

namespace ergo {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void show_panels(const std::vector<std::string>& wanted, const CueTarget& target) {
  target.show_side_panels(contains(wanted, "presets"), contains(wanted, "plots"));
  target.picture.microscope().shown = contains(wanted, "microscope");
  const bool dissect = contains(wanted, "dissector");
  if (dissect != target.panes.followed().has_value())
    target.panes.follow(dissect ? std::optional(0u) : std::nullopt);
  target.panes.focused().parameters().shown = contains(wanted, "map")     ? ParameterPlots::Shown::map
                                              : contains(wanted, "curve") ? ParameterPlots::Shown::curve
                                                                          : ParameterPlots::Shown::none;
  target.picture.tuning_shown = contains(wanted, "tuning");
  target.picture.panel().fold(!contains(wanted, "controls") || target.large_text);
}

/// A preset begins with its own axes and overlays; a cue without a preset keeps the present ones.
void show_view(PresetView wanted, bool of_preset, const CueTarget& target) {
  const View& view = target.picture.view;
  if (of_preset)
    for (std::optional<bool>* overlay : {&wanted.marginals, &wanted.contours, &wanted.scales})
      *overlay = overlay->value_or(false);
  if (!of_preset && !wanted.coordinates)
    wanted.coordinates = coordinates_names().at(static_cast<std::size_t>(view.coordinates));
  if (!of_preset && !wanted.show) wanted.show = show_names().at(static_cast<std::size_t>(view.show));
  show_as(wanted, target.picture.view);
  if (of_preset || wanted.graph) target.picture.graph_panel().open(wanted.graph);
  target.panes.steps_per_frame = wanted.steps_per_frame.value_or(target.panes.steps_per_frame);
  target.panes.speed = wanted.speed.value_or(of_preset ? 1 : target.panes.speed);
}

void show(const Cue& cue, const CueTarget& target) {
  if (!cue.preset.empty()) {
    const Preset preset = load_preset(cue.preset);
    show_view(preset.view, true, target);
    target.plots.propose(preset.plots);
    show_camera(preset.view.camera.value_or(PresetCamera()), target.panes, target.picture);
  }
  show_view(cue.view, false, target);
  if (cue.show) show_panels(*cue.show, target);
  if (cue.plots) target.plots.propose(cue.plots);
  if (cue.view.camera) show_camera(*cue.view.camera, target.panes, target.picture);
}

/// Opens the cue's run where it stands when all cues before it have gone their steps.
void open_run(const Lecture& lecture, std::size_t at, Panes& panes) {
  const std::size_t opening = opening_cue(lecture, at);
  panes.open(preset_at(lecture, opening));
  for (std::size_t i = opening; i < at; ++i) {
    const auto steps = static_cast<double>(lecture.cues[i].steps.value_or(0));
    panes.fast_forward(panes.clock() + steps * panes.unit());
    panes.end_edit();
    panes.assign(lecture.cues[i + 1].set);
  }
}

void begin(const Lecture& lecture, std::size_t at, bool onward, const CueTarget& target) {
  const Cue& cue = lecture.cues.at(at);
  Panes& panes = target.panes;
  if (!onward || !cue.preset.empty())
    open_run(lecture, at, panes);
  else
    panes.set_focus(0), panes.end_edit(), panes.assign(cue.set);
  for (std::size_t i = onward ? at : 0; i <= at; ++i) show(lecture.cues[i], target);
  panes.running = cue.running && cue.steps != 0;
  if (!cue.steps) return;
  const double end = panes.clock() + static_cast<double>(*cue.steps) * panes.unit();
  cue.running ? panes.pause_at(end) : panes.advance_to(end);
}

}  // namespace

void show_cue(const Lecture& lecture, std::size_t at, bool onward, const CueTarget& target,
              CueHistory& history) {
  history.leave(target);
  if (!onward && history.kept(at)) {
    for (std::size_t i = 0; i <= at; ++i) show(lecture.cues[i], target);
    history.put_back(at, target);
  } else {
    begin(lecture, at, onward, target);
  }
  history.enter(at);
}

}  // namespace ergo
