#pragma once

#include <variant>
#include <vector>

#include "core/figures/run_clip.h"
#include "core/files/run_recorder.h"
#include "core/settings/preset.h"
#include "widgets/export/export_job.h"

namespace ergo {

/// Runs to be made again from their journals, and what is to be written of them.
struct RunExport {
  std::vector<PresetSession> runs;
  Pace pace;
  BackendKind backend;  ///< what the runs on screen use, so that the states are the same
  std::variant<RunRecord, ClipRecord> record;
};

/// Writes the files; tells the state of each run at its end.
ExportJob::Task task_of(RunExport what);

}  // namespace ergo
