#include "widgets/stage.h"

#include <algorithm>

#include "widgets/left_cues.h"
#include "widgets/panes.h"
#include "widgets/picture.h"
#include "widgets/preset_view.h"
#include "widgets/side_panels.h"

namespace ergo {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void show_panels(const std::vector<std::string>& wanted, const Stage& stage) {
  stage.panels.show_presets(contains(wanted, "presets"));
  stage.panels.show_plots(contains(wanted, "plots"));
  stage.picture.microscope().shown = contains(wanted, "microscope");
  const bool dissect = contains(wanted, "dissector");
  if (dissect != stage.panes.followed().has_value())
    stage.panes.follow(dissect ? std::optional(0u) : std::nullopt);
  stage.panes.focused().map_wanted = contains(wanted, "map");
  stage.picture.tuning_shown = contains(wanted, "tuning");
  stage.picture.panel().fold(!contains(wanted, "controls") || stage.large_text);
}

/// A preset begins with its own axes, a cue that opens none keeps those it finds.
void show_view(PresetView wanted, bool of_preset, const Stage& stage) {
  const View& view = stage.picture.view;
  if (!of_preset && !wanted.coordinates)
    wanted.coordinates = coordinates_names().at(static_cast<std::size_t>(view.coordinates));
  if (!of_preset && !wanted.show) wanted.show = show_names().at(static_cast<std::size_t>(view.show));
  show_as(wanted, stage.picture.view);
  if (of_preset || wanted.graph) stage.picture.graph_panel().open(wanted.graph);
  stage.panes.steps_per_frame = wanted.steps_per_frame.value_or(stage.panes.steps_per_frame);
  stage.panes.speed = wanted.speed.value_or(of_preset ? 1 : stage.panes.speed);
}

void show(const Cue& cue, const Stage& stage) {
  if (!cue.preset.empty()) {
    const Preset preset = load_preset(cue.preset);
    show_view(preset.view, true, stage);
    stage.panels.plots().propose(preset.plots);
    show_camera(preset.view.camera.value_or(PresetCamera()), stage.panes, stage.picture);
  }
  show_view(cue.view, false, stage);
  if (cue.show) show_panels(*cue.show, stage);
  if (cue.plots) stage.panels.plots().propose(cue.plots);
  if (cue.view.camera) show_camera(*cue.view.camera, stage.panes, stage.picture);
}

/// Opens the cue's run where it stands when all cues before it have gone their steps.
void open_run(const Lecture& lecture, std::size_t at, Panes& panes) {
  const std::size_t opening = opening_cue(lecture, at);
  panes.open(preset_at(lecture, opening));
  for (std::size_t i = opening; i < at; ++i) {
    const auto steps = static_cast<double>(lecture.cues[i].steps.value_or(0));
    panes.stand_at(panes.clock() + steps * panes.unit());
    panes.end_edit();
    panes.assign(lecture.cues[i + 1].set);
  }
}

void begin(const Lecture& lecture, std::size_t at, bool onward, const Stage& stage) {
  const Cue& cue = lecture.cues.at(at);
  Panes& panes = stage.panes;
  if (!onward || !cue.preset.empty())
    open_run(lecture, at, panes);
  else
    panes.set_focus(0), panes.end_edit(), panes.assign(cue.set);
  for (std::size_t i = onward ? at : 0; i <= at; ++i) show(lecture.cues[i], stage);
  panes.running = cue.running && cue.steps != 0;
  if (!cue.steps) return;
  const double end = panes.clock() + static_cast<double>(*cue.steps) * panes.unit();
  cue.running ? panes.pause_at(end) : panes.advance_to(end);
}

}  // namespace

void set_stage(const Lecture& lecture, std::size_t at, bool onward, const Stage& stage, LeftCues& left) {
  left.leave(stage);
  if (!onward && left.kept(at)) {
    for (std::size_t i = 0; i <= at; ++i) show(lecture.cues[i], stage);
    left.put_back(at, stage);
  } else {
    begin(lecture, at, onward, stage);
  }
  left.enter(at);
}

}  // namespace ergo
