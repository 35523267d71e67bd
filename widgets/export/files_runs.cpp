// Exports that are simulated again: clips, trajectories and metrics.
#include "core/base/error.h"
#include "core/live/panes.h"
#include "core/settings/preset_edit.h"
#include "widgets/export/files.h"
#include "widgets/picture/picture.h"
#include "widgets/presets/preset_view.h"

namespace ergo {

using What = ExportRequest::What;

std::variant<RunRecord, ClipRecord, RunsClipRecord> Files::record_of(const ExportRequest& request) {
  if (request.what == What::clip) {
    const ClipRecord clip = picture().clip(request);
    check_clip(clip);
    return clip;
  }
  RunRecord record{.steps = request.steps, .every = request.every, .draws = host_.picture.view.draws};
  (request.what == What::metrics ? record.metrics : record.out) = request.path.toStdString();
  check_outputs(record);
  return record;
}

void Files::begin_run_export(const ExportRequest& request) {
  if (busy()) throw Error("an export is under way", "", "one at a time", "");
  const Panes& panes = *host_.panes();
  const Session& run = panes.focused().session();
  const std::vector<PresetSession> all = runs_of(session()), one = {{run.initial(), run.journal()}};
  begin_job(task_of({.runs = request.all_runs ? all : one,
                     .pace = panes.pace(),
                     .backend = run.backend().kind(),
                     .record = record_of(request)}),
            written_by(request));
}

void Files::begin_clip(const ExportRequest& request, const Recorded& recorded) {
  if (busy()) throw Error("an export is under way", "", "one at a time", "");
  const ClipRecord clip = clip_of(request.all_runs ? recorded.all : recorded.one, request);
  check_clip(clip);
  begin_job(task_of({.runs = request.all_runs ? recorded.runs : std::vector{recorded.runs[recorded.focus]},
                     .pace = recorded.pace,
                     .backend = recorded.backend,
                     .record = clip}),
            request.path);
}

QString Files::written_by(const ExportRequest& request) const {
  const Panes& panes = *host_.panes();
  if (!request.all_runs || panes.count() == 1 || request.what != What::trajectory) return request.path;
  const auto path_of = [&](int pane) {
    return QString::fromStdString(
        path_of_run(request.path.toStdString(), pane, panes.at(pane).session().initial().sampler.id));
  };
  return tr("%1 to %2").arg(path_of(0), path_of(panes.count() - 1));
}

}  // namespace ergo
