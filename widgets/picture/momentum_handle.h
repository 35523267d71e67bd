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

/// A drag that begins on the followed chain's disc sets the chain's momentum: an arrow from the chain to the pointer,
/// to the scale of the chain's own arrow. Places are in logical pixels of the cell.
class MomentumHandle {
 public:
  /// Whether a pointer event belongs to such a drag and must not move the picture. `disc`: place of the followed
  /// chain's disc, if its momentum may be set.
  bool pointer(const PointerEvent& event, std::optional<QPointF> disc, double factor);
  /// Draws the arrow of the present drag. `dim`: the target's.
  void draw(const StateField& field, int dim, QPointF disc, QSizeF cell, const Pen& pen);
  bool dragging() const { return pointer_.has_value(); }
  void let_go() { pressed_.reset(), pointer_.reset(); }
  /// The momentum of a drag that has ended since the last call.
  std::optional<Position> take() { return std::exchange(chosen_, std::nullopt); }
  /// Text beyond the arrow's tip, and its place.
  const std::string& words() const { return words_; }
  const QRectF& words_place() const { return words_place_; }

 private:
  std::optional<QPointF> pressed_, pointer_;  ///< pointer: set once it has moved
  std::optional<Position> momentum_, chosen_;
  std::string words_;
  QRectF words_place_;
};

}  // namespace ergo
