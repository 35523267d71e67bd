#pragma once

#include <QImage>
#include <QRect>
#include <optional>
#include <vector>

#include "core/settings/preset.h"
#include "core/view/view.h"
#include "widgets/export/export_job.h"
#include "widgets/overlay/overlay_drawing.h"

namespace ergo {

inline constexpr double drawn_share = 0.8;  ///< share of an export's time for drawing; the rest is for writing the file

/// A picture of runs, described so that a thread can draw it while the runs go on.
struct RunSnapshot {
  struct Run {
    PresetSession run;
    std::optional<Checkpoint> kept;  ///< checkpoint before the trails begin; none: the run's beginning
    std::uint64_t step = 0, steps_per_frame = 1;
    View view;
    QRect place;  ///< in physical pixels of the whole picture
  };
  std::vector<Run> runs;
  QSize size;
  int line = 0;                 ///< width of the lines between runs, in physical pixels
  OverlayDrawing overlay = {};  ///< drawn on top
};

/// Calls `use` with each run at the step of the picture, and its picture.
void draw_run(const RunSnapshot::Run& what, Machine& machine, const ExportJob::Progress& progress,
              const std::function<void(Session&, Image)>& use);

/// Draws the whole picture, RGBA.
QImage draw(const RunSnapshot& what, Machine& machine, const ExportJob::Progress& progress);

}  // namespace ergo
