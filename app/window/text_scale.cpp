#include "app/window/text_scale.h"

#include <algorithm>
#include <cmath>

#include "app/window/side_panels.h"
#include "widgets/base/theme.h"

namespace ergo {
namespace {

// At scale 1: menus and the signs of the tool bar beside each other, bars above each other with a picture.
constexpr QSizeF bars{400, 300}, picture_and_plots{picture_width + plots_width, 380};
constexpr double text_steps =
    16;  // of the scale per unit, so that a window dragged smaller is not styled each time

double largest(QSize window, QSizeF needed) {
  const double scale = std::min(window.width() / needed.width(), window.height() / needed.height());
  return std::floor(scale * text_steps) / text_steps;
}

}  // namespace

double text_scale(const Palette& palette, double interface_scale, QSize window) {
  const double own = text_factor(palette);
  const double room = std::max(std::min(own, largest(window, bars)), largest(window, picture_and_plots));
  return std::min(own * interface_scale, room);
}

}  // namespace ergo
