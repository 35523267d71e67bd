#pragma once

#include <string>
#include <vector>

#include "core/figures/curve_figure.h"
#include "core/run/session.h"
#include "core/view/grid.h"
#include "core/view/view.h"

namespace ergo {

/// Pixels per inch of pictures above curves, and of a PNG of both.
inline constexpr double picture_resolution = 600;

/// What is known of the pictures of all runs before they are drawn.
struct PicturePlan {
  std::vector<std::string> names;   ///< run_name()
  std::vector<std::string> titles;  ///< the same with two spaces after commas, where rows may break
  std::vector<int> dashes;          ///< of the runs' curves
  Window window;                    ///< of the plane, which each picture shows at least
  bool vertical = true;             ///< they have a vertical axis
  bool alike = true;                ///< all have the same axes: numbers stand at the outer ones alone
};

PicturePlan picture_plan(const std::vector<const Session*>& runs, Coordinates shown, const Palette& palette);

/// Where pictures of all runs and the panels below them stand on a page. Lengths are points from its upper left corner.
struct RunsLayout {
  Position size;                ///< of the page
  double resolution = 0;        ///< pixels per inch
  std::vector<Box> pictures;    ///< without titles and axes; of one size, and of whole pixels
  std::vector<Box> panels;      ///< with their axes and legends
  std::vector<int> columns;     ///< of the panels
  double left = 0;              ///< from the pictures or axes of the first column to the margin
  double title = 0;             ///< height of the titles, above each picture
  double title_font = 0;        ///< size of their letters, at which the longest row fits
  int pictures_in_row = 1;
  bool alike = true;            ///< as in PicturePlan

  /// Whether a picture has its own numbers below it, and at its left.
  bool has_foot(std::size_t picture) const;
  bool has_left(std::size_t picture) const;
  /// The pictures in pixels.
  std::vector<Cell> cells() const;
};

/// The page has the style's width; pictures and panels are as high as they need, or share the style's height where it was
/// chosen. Throws Error for a page that is too small.
RunsLayout runs_layout(const PicturePlan& plan, const CurveFigure& curves, double resolution);

/// The view of pictures in this layout: lengths on the screen become half as many points.
View view_in(View view, const RunsLayout& layout);

}  // namespace ergo
