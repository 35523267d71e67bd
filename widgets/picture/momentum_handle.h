#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <optional>
#include <string>
#include <utility>

#include "core/run/session.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

struct Pen;

/// A drag that begins on the disc of the followed chain sets where the chain is going: an arrow from the
/// chain to the pointer, as long as the chain's own would be. Places are logical pixels of the cell.
class MomentumHandle {
 public:
  /// True for moves of such a drag, which are not to move the picture. `disc`: that of the followed chain,
  /// where its momentum may be set.
  bool pointer(const PointerEvent& event, std::optional<QPointF> disc, double factor);
  /// Draws the arrow of a drag under way. `dim`: the target's.
  void draw(const StateField& field, int dim, QPointF disc, QSizeF cell, const Pen& pen);
  bool dragging() const { return pointer_.has_value(); }
  void let_go() { pressed_.reset(), pointer_.reset(); }
  /// The momentum of a drag that has ended, once.
  std::optional<Position> take() { return std::exchange(chosen_, std::nullopt); }
  /// What stands beyond the arrow's tip, and where.
  const std::string& words() const { return words_; }
  const QRectF& words_place() const { return words_place_; }

 private:
  std::optional<QPointF> pressed_, pointer_;  ///< pointer: once it has moved
  std::optional<Position> momentum_, chosen_;
  std::string words_;
  QRectF words_place_;
};

}  // namespace ergo
