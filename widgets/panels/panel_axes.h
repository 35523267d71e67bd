#pragma once

#include <imgui.h>

#include <string>

#include "core/figures/value_scale.h"
#include "core/unit/parameter.h"

namespace ergo {

/// An axis of a plot in a panel: its scale, and the places at its ends.
struct PanelAxis {
  ValueScale scale;
  double low = 0, high = 1;
  /// Where a value stands, from 0 to 1 within the axis.
  float share(double value) const { return share_of_place(scale.place(value)); }
  float share_of_place(double place) const { return static_cast<float>((place - low) / (high - low)); }
};

/// The axis of a parameter between two values.
PanelAxis axis_between(const Parameter& parameter, double low, double high);

/// Room that the numbers of a vertical axis take.
float numbers_width(float gap);

/// Writes the round numbers that have room left of a plot and below it.
void draw_numbers(const PanelAxis& x, const PanelAxis& y, ImVec2 at, ImVec2 size, float gap);

/// Words in the colour of what is less important.
void write_number(ImVec2 at, const std::string& words);

/// The symbol of a parameter, or its title if it has none, at the right under a plot of this width.
void name_abscissa(const Parameter& parameter, float width);

}  // namespace ergo
