#include "widgets/momentum_handle.h"

#include <QLineF>

#include "widgets/chain_marks.h"
#include "widgets/numbers.h"
#include "widgets/pen.h"

namespace ergo {
namespace {

constexpr double reach = 10;  // logical pixels around the disc's centre
constexpr double least_drag = 6;

std::string words_of(const StateField& field, int dim, Position momentum) {
  const std::string x = significant(momentum.x, 3);
  return field.id + " = " + (dim == 1 ? x : "(" + x + ", " + significant(momentum.y, 3) + ")");
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
    // Dropped on the chain again, the drag is taken back.
    if (pointer_ && farther(disc, reach)) chosen_ = momentum_;
    let_go();
  } else if (event.kind == PointerEvent::move && pressed_) {
    if (pointer_ || farther(pressed_, least_drag)) pointer_ = event.position;
    return true;
  }
  return false;
}

void MomentumHandle::draw(const StateField& field, int dim, QPointF disc, const Pen& pen) {
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
  const ImVec2 low(tip.x + 14 * pen.unit(), tip.y - 8 * pen.unit()), extent = Pen::extent(font, words_);
  pen.plate(low, {low.x + extent.x, low.y + extent.y});
  pen.write(font, low, words_, pen.palette.text);
}

}  // namespace ergo
