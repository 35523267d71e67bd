#include "widgets/export/run_export.h"

#include <QStringList>

namespace ergo {
namespace {

QString make(const RunExport& what, Workshop& workshop, const ExportJob::Progress& progress) {
  Comparison::Sessions sessions;
  for (PresetSession run : what.runs) {
    progress(0);
    run.config.backend = what.backend;
    // Checkpoints serve going back, which an export never does.
    sessions.push_back(std::make_unique<Session>(run.config, workshop.factory(), run.journal, 0));
  }
  Comparison again(std::move(sessions), what.pace);
  const auto* clip = std::get_if<ClipRecord>(&what.record);
  const std::uint64_t end = clip ? clip->end : std::get<RunRecord>(what.record).steps;
  const auto at_step = [&](std::uint64_t steps, double whole = 1) {
    progress(end > 0 ? whole * static_cast<double>(steps) / static_cast<double>(end) : whole);
  };
  progress(0);
  if (clip) {
    workshop.make_current();
    write_clip(again, *clip, {}, at_step);
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
  return [what = std::move(what)](Workshop& workshop, const ExportJob::Progress& progress) {
    return make(what, workshop, progress);
  };
}

}  // namespace ergo
