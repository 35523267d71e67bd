#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/figures/figure_style.h"
#include "core/figures/value_scale.h"
#include "core/unit/position.h"
#include "core/view/view.h"

namespace ergo {

/// One quantity of some runs, drawn against what a run costs. Points that are not finite are left out. A logarithmic
/// vertical axis is linear within the band; without one, values that are not positive leave gaps in the curve and ticks at
/// the lower edge.
struct CurvePanel {
  struct Value {
    double x, value, error;  ///< error: NaN where it is unknown
    bool begins = false;     ///< no line leads here from the value before
    Colour colour = 0;       ///< of the line to here, where that is not the curve's: of a run's earlier sampler
    bool recoloured = false;
  };
  struct Curve {
    std::string name;
    Colour colour = 0;
    int dash = 0;        ///< number of its dash_pattern()
    bool kept = false;   ///< beside the runs: dashed, without its errors
    bool bars = false;   ///< errors are bars, not a band
    std::vector<Value> values;
    std::vector<Position> low, high;  ///< thin lines of the same colour
    std::vector<double> marks;        ///< where a parameter was changed
    bool dot = false;                 ///< its values are large dots
  };
  struct Band {
    double x, low, high;
  };
  std::string title;                ///< of the quantity
  std::string abscissa, ordinate;   ///< what stands on the axes; ordinate: the quantity's symbol
  bool logarithmic_x = false, logarithmic_y = false;
  double base = 0, bend = 0;        ///< of a logarithmic ordinate: as in Quantity
  std::vector<Curve> curves;
  std::vector<Band> band;           ///< in grey behind the curves
  std::vector<Position> reference;  ///< a dashed line
  std::string band_label, reference_label, thin_label;  ///< thin_label: of the thin lines
  std::optional<Interval> x_places, y_places;  ///< ranges of the axes; those of all values where they are not given
};

/// Curves of one or several quantities on a page, one below the other, with axes and legend.
struct CurveFigure {
  std::vector<CurvePanel> panels;
  FigureStyle style;
  Palette palette;               ///< as palette_on() gives it
  std::string title, settings;   ///< for the file's metadata
  std::vector<std::string> named = {};  ///< curves whose names stand elsewhere: the legend leaves them out
};

/// The scales of a panel's axes, and their ranges in places as it is drawn.
ValueScale abscissa_scale(const CurvePanel& panel);
ValueScale ordinate_scale(const CurvePanel& panel);
Interval abscissa_range(const CurvePanel& panel);
Interval ordinate_range(const CurvePanel& panel);

/// The numbers along the axes of a panel at a place of its figure's page, in points.
struct PanelNumbers {
  std::vector<AxisTick> along, up;
};
PanelNumbers panel_numbers(const CurveFigure& figure, const CurvePanel& panel, const Box& place);

/// Size of the whole in mm: several panels make it taller unless the style's height was chosen.
Position size_of(const CurveFigure& figure);

/// Number of the dash pattern of references and kept curves.
inline constexpr int dashed = -1;
/// A dash pattern in widths of the line; empty for a solid one. 0 is solid, 1 to 5 are those of curves that colours
/// do not tell apart.
const std::vector<double>& dash_pattern(int number);

/// Writes SVG, PDF or PNG, as write_page() does.
void write_curves(const std::string& path, const CurveFigure& figure);

}  // namespace ergo
