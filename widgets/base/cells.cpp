#include "widgets/base/cells.h"

#include <algorithm>

#include "core/view/grid.h"

namespace ergo {

Cells::Cells(int count, QSizeF size, double ratio, double column)
    : whole_(std::max(1, qRound(size.width() * ratio)), std::max(1, qRound(size.height() * ratio))), ratio_(ratio) {
  surface_ = {std::max(1, whole_.width() - qRound(column * ratio)), whole_.height()};
  line_ = count > 1 ? std::max(1, qRound(ratio)) : 0;
  for (const Cell& cell : grid(count, surface_.width(), surface_.height(), line_))
    places_.push_back({cell.x, cell.y, cell.width, cell.height});
}

int Cells::at(QPointF place) const {
  const auto distance = [&](const QRect& cell) {
    return (QPointF(cell.center()) / ratio_ - place).manhattanLength();
  };
  const auto nearest = std::ranges::min_element(places_, {}, distance);
  return static_cast<int>(nearest - places_.begin());
}

}  // namespace ergo
