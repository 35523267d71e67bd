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

inline constexpr double drawn_share = 0.8;  ///< of the time that a picture takes; the rest goes into its file

/// What a picture of runs shows, told so that a thread can draw it while they go on.
struct RunSnapshot {
  struct Run {
    PresetSession run;
    std::optional<Checkpoint> kept;  ///< of the run before its trails begin; none: from its beginning
    std::uint64_t step = 0, steps_per_frame = 1;
    View view;
    QRect place;  ///< physical pixels of the whole
  };
  std::vector<Run> runs;
  QSize size;
  int line = 0;                 ///< physical pixels between the runs
  OverlayDrawing overlay = {};  ///< lies on it
};

/// Gives `use` the run as it stands in the picture, and the picture of it.
void draw_run(const RunSnapshot::Run& what, Workshop& workshop, const ExportJob::Progress& progress,
              const std::function<void(Session&, Image)>& use);

/// All of it, RGBA.
QImage draw(const RunSnapshot& what, Workshop& workshop, const ExportJob::Progress& progress);

}  // namespace ergo
