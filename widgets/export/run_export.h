#pragma once

#include <variant>
#include <vector>

#include "core/figures/run_clip.h"
#include "core/files/run_recorder.h"
#include "core/settings/preset.h"
#include "widgets/export/export_job.h"

namespace ergo {

/// Runs to be repeated from their journals, and what to write of them.
struct RunExport {
  std::vector<PresetSession> runs;
  Pace pace;
  BackendKind backend;  ///< backend of the runs on screen, so that states are the same
  std::variant<RunRecord, ClipRecord> record;
};

/// Writes the files. Returns text with the state hash of each run at its end.
ExportJob::Task task_of(RunExport what);

}  // namespace ergo
