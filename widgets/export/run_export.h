#pragma once

#include <variant>
#include <vector>

#include "core/run_figures/runs_clip.h"
#include "core/files/run_recorder.h"
#include "core/settings/preset.h"
#include "widgets/export/export_job.h"

namespace ergo {

/// A clip of the pictures of all runs above their plots.
struct RunsClipRecord {
  struct PlotChoice {
    std::string quantity;
    bool logarithmic_x = false, logarithmic_y = false;
  };
  ClipRecord clip;
  CurveFigure curves;  ///< without panels
  CostAxis axis = CostAxis::gradients;
  std::vector<PlotChoice> plots;  ///< those of quantities that metrics have are drawn
  DrawsUsed draws = DrawsUsed::raw;
};

/// Runs to be repeated from their journals, and what to write of them.
struct RunExport {
  std::vector<PresetSession> runs;
  Pace pace;
  BackendKind backend;  ///< backend of the runs on screen, so that states are the same
  std::variant<RunRecord, ClipRecord, RunsClipRecord> record;
};

/// Writes the files. Throws Error where none of a clip's plots is drawn. Returns text with the state hash of each run
/// at its end.
ExportJob::Task task_of(RunExport what);

}  // namespace ergo
