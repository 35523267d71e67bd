#pragma once

#include "core/figures/figure.h"
#include "core/figures/figure_style.h"
#include "core/view/view.h"

namespace ergo {

/// How pictures come out as a file: its size, and that of letters, lines and points in it.
struct FigureForm {
  FigureStyle style;
  bool on_paper = true;         ///< the file's size is that of the style, in mm; else it is chosen in pixels
  double scale = 1;             ///< 1/96 inch per logical pixel: size of points and trails
  double text = Figure().text;  ///< size of letters, in logical pixels
  double line = Figure().line;  ///< width of axes, in logical pixels

  /// On paper, with letters and lines of the style's size.
  static FigureForm paper(const FigureStyle& style, double scale = 1);
  /// Takes the style's sizes for letters and lines.
  void take_font();
  void take_lines();
  double resolution() const { return on_paper ? figure_resolution : 0; }
  /// Physical pixels per logical pixel.
  double view_scale() const;
  /// Size of the file on paper in physical pixels.
  Position pixels() const;
  /// A sheet of this form and size in logical pixels, without figures.
  Sheet sheet(Position page) const;
};

/// Gives the picture of one run the size that it has among its axes on the page. All that the view showed is shown.
void fit_to_page(View& view, const RunConfig& config, std::uint64_t step, const FigureForm& form);

/// The page of one figure whose picture fit_to_page() has sized.
Sheet page_of(Figure figure, const FigureForm& form);

}  // namespace ergo
