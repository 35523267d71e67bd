#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/figures/metrics_curves.h"
#include "core/figures/run_clip.h"
#include "core/run_figures/runs_figure.h"

namespace ergo {

/// Pixels per inch of a clip of pictures above curves: ten to a mm.
inline constexpr double clip_resolution = 254;

/// Throws Error as check_clip() does, and for a transparent ground.
void check_runs_clip(const ClipRecord& record, const FigureStyle& style);

/// The figure at an earlier moment: only what the curves have up to the cost of each run, on the axes of the whole.
CurveFigure curves_until(const CurveFigure& whole, const std::vector<double>& costs);

/// Takes runs that stand at step 0 along and writes them frame by frame, as write_clip() does: their pictures above
/// curves that grow from frame to frame. `curves`: of the whole clip, against `axis`. Titles tell the steps where the
/// record has words. Throws Error as write_clip() does.
void write_runs_clip(Comparison& runs, const ClipRecord& record, CurveFigure curves, CostAxis axis,
                     const SceneFactory& scenes, const std::function<void(std::uint64_t)>& progress);

}  // namespace ergo
