#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/figures/figure.h"
#include "core/figures/value_scale.h"
#include "core/view/view.h"

typedef struct _cairo cairo_t;

namespace ergo {

/// Height of the numbers and the name below a picture, in sizes of the letters.
inline constexpr double foot_height = 3;

/// What the numbers and the name of a vertical axis take at the left of a picture.
double room_for_numbers(cairo_t* context, double low, double high, double font);

/// Height of a title of so many rows as a picture of this width needs.
double title_height(cairo_t* context, const std::string& title, double width, double font);

/// The size of a title's letters, `font` or less, at which its rows fit.
double title_font(cairo_t* context, const std::string& title, double width, double font);

/// Numbers along an axis of this length, from end to end: at least three where there is room. `sites`: whole numbers.
/// `apart`: whether they have room.
std::vector<AxisTick> picture_ticks(double low, double high, bool sites,
                                    const std::function<bool(const std::vector<AxisTick>&)>& apart);

/// How one of several pictures is drawn.
struct PictureFrame {
  Box place;            ///< of the picture, in points
  double font = 8, title_font = 8, line = 0.5;  ///< points
  int dash = 0;         ///< of the run's curves
  double left = 0;      ///< room at its left
  bool numbers_below = true, numbers_left = true;
};

/// Draws a picture below its title, a sample of the run's curves before that, and its axes.
void draw_picture(cairo_t* context, const Figure& figure, const PictureFrame& frame);

}  // namespace ergo
