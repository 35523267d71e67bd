#include "widgets/picture/momentum_handle.h"

#include <QLineF>
#include <algorithm>

#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"
#include "widgets/picture/chain_marks.h"

namespace ergo {
namespace {

constexpr double reach = 10;  // logical pixels around the disc's centre
constexpr double least_drag = 6;

std::string words_of(const StateField& field, int dim, Position momentum) {
  const std::string x = significant(momentum.x, 3);
  return field.id + " = " + (dim == 1 ? x : "(" + x + ", " + significant(momentum.y, 3) + ")");
}

/// Where words of this size stand: beyond the tip of an arrow that goes this way, where the arrow does not
/// cross them, but within the cell.
QRectF beyond(QPointF tip, QPointF way, QSizeF words, QSizeF cell, double unit) {
  const double gap = 14 * unit, edge = 8 * unit;
  const double right_most = cell.width() - edge - words.width();
  QPointF corner(way.x() < 0 ? tip.x() - gap - words.width() : tip.x() + gap, tip.y() - words.height() / 2);
  if (corner.x() < edge || corner.x() > right_most)
    corner.setY(way.y() < 0 ? tip.y() - gap - words.height() : tip.y() + gap);
  const double lowest = cell.height() - edge - words.height();
  return {{std::clamp(corner.x(), edge, std::max(edge, right_most)),
           std::clamp(corner.y(), edge, std::max(edge, lowest))},
          words};
}

}  // namespace

bool MomentumHandle::pointer(const PointerEvent& event, std::optional<QPointF> disc, double factor) {
  const auto farther = [&](std::optional<QPointF> from, double pixels) {
    return from && QLineF(*from, event.position).length() > pixels * factor;
  };
  if (event.kind == PointerEvent::press) {
    let_go();
    if (event.button == Qt::LeftButton && disc && !farther(disc, reach)) pressed_ = event.position;
  } else if (event.kind == PointerEvent::release) {
    // Dropping the arrow on the chain again cancels the drag.
    if (pointer_ && farther(disc, reach)) chosen_ = momentum_;
    let_go();
  } else if (event.kind == PointerEvent::move && pressed_) {
    if (pointer_ || farther(pressed_, least_drag)) pointer_ = event.position;
    return true;
  }
  return false;
}

void MomentumHandle::draw(const StateField& field, int dim, QPointF disc, QSizeF cell, const Pen& pen) {
  words_.clear();
  if (!pointer_) return;
  const QPointF way = *pointer_ - disc;
  const double scale = momentum_length * pen.unit();
  momentum_ = Position{way.x() / scale, dim == 1 ? 0 : -way.y() / scale};
  const double size = norm(*momentum_);
  if (!(size > 0)) return;
  if (field.unit_vector) momentum_ = *momentum_ / size;
  words_ = words_of(field, dim, *momentum_);
  const ImVec2 from(static_cast<float>(disc.x()), static_cast<float>(disc.y()));
  const ImVec2 tip(static_cast<float>(pointer_->x()),
                   static_cast<float>(dim == 1 ? disc.y() : pointer_->y()));
  pen.arrow(from, tip, pen.palette.text, 2.5f);
  ImFont* font = pen.bridge.fonts().mono;
  const ImVec2 extent = Pen::extent(font, words_);
  words_place_ = beyond({tip.x, tip.y}, way, {extent.x, extent.y}, cell, pen.unit());
  const ImVec2 low(static_cast<float>(words_place_.x()), static_cast<float>(words_place_.y()));
  pen.plate(low, {low.x + extent.x, low.y + extent.y});
  pen.write(font, low, words_, pen.palette.text);
}

}  // namespace ergo
