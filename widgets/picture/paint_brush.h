#pragma once

#include <QPointF>
#include <QSizeF>
#include <optional>
#include <string>
#include <utility>

#include "core/painting/painting.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/picture/density_edit.h"

namespace ergo {

class Navigation;
struct Pen;

/// While it is on, a drag paints a stroke on the density of the runs' target, a painting. The stroke is drawn at once;
/// the density follows when the button is released, by one edit. Places are in logical pixels of the cell.
class PaintBrush {
 public:
  bool on() const { return on_; }
  /// Takes what the target has become by an edit or an undo; on while it is a painting.
  void follow(const UnitChoice& target, bool editing);

  /// Whether a pointer event belongs to a stroke and must not move the picture. `brush`: its settings.
  bool pointer(const PointerEvent& event, const Stroke& brush, const Navigation& navigation, QSizeF cell);
  /// The canvas' edge, the stroke under way, and if `pointed` the brush under the pointer.
  void draw(const Stroke& brush, const Navigation& navigation, QSizeF cell, const Pen& pen, bool pointed) const;
  bool painting() const { return stroke_.has_value(); }
  /// Removes all strokes and the base.
  void clear();
  double canvas_side() const;  ///< the longer one, in units of the plane

  std::optional<DensityEdit> take() { return std::exchange(edit_, std::nullopt); }
  /// Why something was not done; once.
  std::string take_words() { return std::exchange(words_, {}); }
  const Painting& canvas() const { return canvas_; }

 private:
  void go_on(QPointF at, const Navigation& navigation, QSizeF cell);
  void emit_edit();

  bool on_ = false;
  std::string text_;  ///< of the canvas
  Painting canvas_;
  std::optional<Stroke> stroke_;  ///< under way
  std::optional<QPointF> pointer_;
  std::optional<DensityEdit> edit_;
  std::string words_;
};

}  // namespace ergo
