#pragma once

#include <string>
#include <vector>

#include "core/figures/curve_figure.h"
#include "core/figures/figure.h"
#include "core/picture/comparison_scene.h"
#include "core/run_figures/runs_layout.h"

typedef struct _cairo cairo_t;

namespace ergo {

/// Pictures of all runs above their curves. Titles of the pictures begin with a sample of the run's curves, so the curves
/// have no legend of their own.
struct RunsFigure {
  CurveFigure curves;
  RunsLayout layout;              ///< of these pictures and curves
  std::vector<int> dashes;        ///< of the runs' curves
  std::vector<Figure> pictures;   ///< of all runs
};

/// A figure without pictures yet. Throws Error as runs_layout() does.
RunsFigure runs_figure(CurveFigure curves, const PicturePlan& plan, double resolution = picture_resolution);

/// The picture of a run in it, as its scene drew it; `title`: one of PicturePlan.
Figure run_picture(const Session& session, const View& view, Image image, std::vector<Strip> strips,
                   const std::string& title);

/// What the scene drew of all runs. Waits for the device.
std::vector<Figure> run_pictures(const Comparison& runs, ComparisonScene& scene,
                                 const std::vector<std::string>& titles);

/// Draws the page in points.
void draw_runs(cairo_t* context, const RunsFigure& figure);

/// The page as pixels of the layout's resolution.
Image image_of(const RunsFigure& figure);

/// Writes SVG, PDF or PNG, as write_page() does.
void write_runs(const std::string& path, const RunsFigure& figure);

}  // namespace ergo
