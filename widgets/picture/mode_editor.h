#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/config/own_density.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/picture/density_edit.h"
#include "widgets/picture/mode_handles.h"

namespace ergo {

class Navigation;
struct Pen;

/// While it is on, the Gaussians of the runs' target have handles on the picture: a drag moves, turns and widens a mode,
/// the wheel over a handle changes its weight, a double click on free ground adds one. Places are in logical pixels of
/// the cell.
class ModeEditor {
 public:
  bool on() const { return on_; }
  /// Takes what the target has become by an edit or an undo; on while it is a list of Gaussians.
  void follow(const UnitChoice& target, bool editing);

  /// Whether a pointer event belongs to an edit and must not move the picture.
  bool pointer(const PointerEvent& event, const Navigation& navigation, QSizeF cell, double unit);
  /// A frame later by so many seconds.
  void pass(double seconds);
  void draw(const Navigation& navigation, QSizeF cell, const Pen& pen, bool pointed);

  /// Whether an edit may still go on: a drag, or notches of the wheel one after the other.
  bool busy() const { return drag_.has_value() || wheel_left_ > 0; }
  /// Whether a handle is dragged, so that the pointer may leave its cell.
  bool dragging() const { return drag_.has_value(); }
  /// The mode under the pointer, or else the one pressed last.
  std::optional<std::size_t> chosen() const;
  /// Removes the chosen mode. The last one stays.
  void remove();

  std::optional<DensityEdit> take() { return std::exchange(edit_, std::nullopt); }
  /// Why something was not done; once.
  std::string take_words() { return std::exchange(words_, {}); }
  const std::vector<GaussianMode>& modes() const { return modes_; }
  /// The numbers shown beside a mode in the last frame.
  const std::string& numbers() const { return numbers_; }

 private:
  struct Drag {
    ModeHandle handle;
    GaussianMode from;
    QPointF pressed;
    bool begun = false;  ///< it has moved
  };
  void press(const PointerEvent& event);
  void drag_to(QPointF at, const ModeHandles& handles);
  void turn_wheel(std::size_t mode, double notches);
  void add(QPointF at, const ModeHandles& handles);
  void emit_edit(bool goes_on);
  void let_go();

  bool on_ = false;
  std::string text_;  ///< of the modes
  std::vector<GaussianMode> modes_;
  std::optional<Drag> drag_;
  std::optional<ModeHandle> under_;     ///< the pointer
  std::optional<std::size_t> pressed_;  ///< mode
  std::optional<std::size_t> wheel_;    ///< mode whose weight was set last
  double wheel_left_ = 0;               ///< seconds in which another notch continues it
  std::optional<DensityEdit> edit_;
  std::string words_, numbers_;
};

}  // namespace ergo
