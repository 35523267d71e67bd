#include "widgets/cells.h"

#include <algorithm>

namespace ergo {

Cells::Cells(int count, QSizeF size, double ratio)
    : surface_(std::max(1, qRound(size.width() * ratio)), std::max(1, qRound(size.height() * ratio))),
      ratio_(ratio) {
  const int longer = count < 4 ? count : (count + 1) / 2;
  const bool wide = surface_.width() >= surface_.height();
  const int shorter = (count + longer - 1) / longer;
  const int columns = wide ? longer : shorter, rows = wide ? shorter : longer;
  const int line = count > 1 ? std::max(1, qRound(ratio)) : 0;
  const int width = std::max(1, (surface_.width() - (columns - 1) * line) / columns);
  const int height = std::max(1, (surface_.height() - (rows - 1) * line) / rows);
  for (int i = 0; i < count; ++i)
    places_.push_back({i % columns * (width + line), i / columns * (height + line), width, height});
}

int Cells::at(QPointF place) const {
  const auto distance = [&](const QRect& cell) {
    return (QPointF(cell.center()) / ratio_ - place).manhattanLength();
  };
  const auto nearest = std::ranges::min_element(places_, {}, distance);
  return static_cast<int>(nearest - places_.begin());
}

}  // namespace ergo
