#pragma once

#include <string>

#include "core/view/palette.h"

namespace ergo {

/// What words are in an SVG or PDF file: text that can be searched and edited, or outlines of its letters.
enum class TextForm { text, outlines };

/// What a figure stands on.
enum class Ground { white, transparent, theme };

/// How a figure comes out on paper, whatever the screen. Lengths in mm, letters and lines in points.
struct FigureStyle {
  double width = 85, height = 60;  ///< of the whole file
  bool tall = false;               ///< the height was chosen, not taken from the width
  double font = 8;                 ///< size of the letters
  double lines = 0.5;              ///< width of axes and ticks; curves are twice as wide
  Ground ground = Ground::white;
  TextForm text = TextForm::text;
};

/// The options of a figure as typed; empty where one is not given.
struct FigureWords {
  std::string size;     ///< "85x60mm", "3.5x2.5in", or a width alone
  std::string font;     ///< "8pt"
  std::string lines;    ///< "0.5pt"
  std::string ground;   ///< white, transparent, theme
  std::string journal;  ///< single, double
  std::string text;     ///< text, outlines
};

/// Whether a size is in mm or inches.
bool is_length(const std::string& size);

/// Reads the options. A journal's preset, a column of 89 mm or a page of 183 mm with letters of 7 points (Nature's
/// guide to authors), is the default of all that is not given. Throws Error naming the option, the value and the
/// legal ones.
FigureStyle figure_style(const FigureWords& words);

/// The colours of a theme on a ground. On white, those of the theme "light" stand in for a dark one's.
Palette palette_on(Ground ground, const Palette& theme);

inline constexpr double points_per_mm = 72 / 25.4;

/// Pixels per inch of a PNG whose size is in mm, and of the picture in a figure's PDF or SVG.
inline constexpr double figure_resolution = 300;

}  // namespace ergo
