#include "widgets/export/run_export.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace ergo {
namespace {

Comparison begun(const RunExport& what, Machine& machine, const ExportJob::Progress& progress) {
  Comparison::Sessions sessions;
  for (PresetSession run : what.runs) {
    progress(0);
    run.config.backend = what.backend;
    // Checkpoints serve going back, which an export never does.
    sessions.push_back(std::make_unique<Session>(run.config, machine.backends(), run.journal, 0));
  }
  return {std::move(sessions), what.pace};
}

/// The metrics of runs that stand at their beginning, at some moments of a clip.
std::vector<RunMetrics> metrics_of(Comparison& runs, const RunsClipRecord& what, const ExportJob::Progress& progress) {
  constexpr std::uint64_t most_rows = 400;
  std::vector<RunMetrics> all;
  for (const Session* session : std::as_const(runs).sessions())
    all.push_back({session->initial(), session->journal(), {}});
  RunRecord record{.steps = what.clip.end,
                   .every = std::max(what.clip.steps_per_frame, (what.clip.end + most_rows - 1) / most_rows),
                   .draws = what.draws};
  record.take_metrics = [&](const std::vector<MetricsRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) all[i].rows.push_back(rows[i]);
  };
  const auto now = [&] { progress(static_cast<double>(runs.steps()) / static_cast<double>(record.steps + 1)); };
  RunRecorder recorder(runs, record, now);
  while (recorder.advance()) now();
  recorder.finish();
  return all;
}

void write(const RunExport& what, const RunsClipRecord& clip, Machine& machine, const ExportJob::Progress& progress) {
  constexpr double measured_share = 0.4;
  Comparison measured = begun(what, machine, progress);
  const std::vector<RunMetrics> metrics =
      metrics_of(measured, clip, [&](double share) { progress(measured_share * share); });
  CurveFigure curves = clip.curves;
  for (const RunsClipRecord::PlotChoice& plot : clip.plots)
    for (const Quantity& quantity : quantities_of(metrics)) {
      if (quantity.id != plot.quantity) continue;
      CurvePanel& panel = curves.panels.emplace_back(panel_of(metrics, quantity, clip.axis, curves.palette));
      panel.logarithmic_x = plot.logarithmic_x;
      panel.logarithmic_y = plot.logarithmic_y;
    }
  if (curves.panels.empty())
    throw Error("none of the plots on screen can grow in a clip", "", "a plot of a diagnostic", "");
  Comparison again = begun(what, machine, progress);
  const double end = std::max(1.0, static_cast<double>(clip.clip.end));
  write_runs_clip(again, clip.clip, std::move(curves), clip.axis, machine.scenes(), [&](std::uint64_t steps) {
    progress(measured_share + (1 - measured_share) * static_cast<double>(steps) / end);
  });
}

QString make(const RunExport& what, Machine& machine, const ExportJob::Progress& progress) {
  if (const auto* clip = std::get_if<RunsClipRecord>(&what.record)) {
    write(what, *clip, machine, progress);
    return {};
  }
  Comparison again = begun(what, machine, progress);
  const auto* clip = std::get_if<ClipRecord>(&what.record);
  const std::uint64_t end = clip ? clip->end : std::get<RunRecord>(what.record).steps;
  const auto at_step = [&](std::uint64_t steps, double whole = 1) {
    progress(end > 0 ? whole * static_cast<double>(steps) / static_cast<double>(end) : whole);
  };
  progress(0);
  if (clip) {
      write_clip(again, *clip, machine.scenes(), at_step);
  } else {
    const auto& record = std::get<RunRecord>(what.record);
    const bool in_memory = record.out && !record.out->ends_with(".nc");
    const double stepped = in_memory ? 0.6 : 1;  // the share of the time; the rest goes into the file
    const auto now = [&] { at_step(again.steps(), stepped); };
    RunRecorder recorder(again, record, now);
    while (recorder.advance()) now();
    recorder.finish([&](double share) { progress(stepped + (1 - stepped) * share); });
  }
  QStringList states;
  for (int i = 0; i < again.count(); ++i) states << QString::fromStdString(again.session(i).state_hash());
  return ", state " + states.join(", ");
}

}  // namespace

ExportJob::Task task_of(RunExport what) {
  return [what = std::move(what)](Machine& machine, const ExportJob::Progress& progress) {
    return make(what, machine, progress);
  };
}

}  // namespace ergo
