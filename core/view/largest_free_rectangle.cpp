#include "core/view/largest_free_rectangle.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ergo {
namespace {

/// The largest picture seen so far, and how far its middle is from that of the area.
struct Largest {
  const Box& area;
  Position extent;
  Box box = {};
  double scale = 0, distance = 0;

  void consider(const Box& room) {
    const double own = std::min(room.width() / extent.x, room.height() / extent.y);
    if (!(own > 0)) return;
    const Position size = own * extent;
    const auto low = [](double from, double to, double length, double middle) {
      return std::clamp(middle - length / 2, from, std::max(from, to - length));
    };
    const Position middle{(area.left + area.right) / 2, (area.top + area.bottom) / 2};
    const double x = low(room.left, room.right, size.x, middle.x),
                 y = low(room.top, room.bottom, size.y, middle.y);
    const double away = std::hypot(x + size.x / 2 - middle.x, y + size.y / 2 - middle.y);
    constexpr double rounding = 1e-9;
    if (own < scale * (1 - rounding) || (own <= scale * (1 + rounding) && away >= distance)) return;
    scale = own;
    distance = away;
    box = {x, y, x + size.x, y + size.y};
  }
};

}  // namespace

// A largest free rectangle touches an edge of the area or of a box taken on each side.
Box largest_free_rectangle(const Box& area, std::span<const Box> taken, Position extent) {
  std::vector<Box> rows(taken.begin(), taken.end());
  std::ranges::sort(rows, {}, &Box::top);
  std::vector<double> lefts = {area.left}, rights = {area.right};
  for (const Box& box : taken) {
    lefts.push_back(std::clamp(box.right, area.left, area.right));
    rights.push_back(std::clamp(box.left, area.left, area.right));
  }
  Largest largest{area, extent};
  for (const double left : lefts)
    for (const double right : rights) {
      if (!(left < right)) continue;
      double top = area.top;
      for (const Box& box : rows) {
        if (box.right <= left || box.left >= right) continue;
        largest.consider({left, top, right, std::min(box.top, area.bottom)});
        top = std::max(top, box.bottom);
      }
      largest.consider({left, top, right, area.bottom});
    }
  return largest.box;
}

}  // namespace ergo
