// The density of the runs, edited with the pointer in any of their cells.
#include "core/config/own_density.h"
#include "core/view/projection.h"
#include "widgets/overlay/pen.h"
#include "widgets/picture/picture.h"

namespace ergo {

void Picture::set_editing(bool on) {
  editing_ = on;
  if (on) interface_shown = true;
}

void Picture::follow_density(const UnitChoice& target, double seconds) {
  if (!is_gaussians(target)) editing_ = false;
  modes_.follow(target, editing_);
  modes_.pass(seconds);
}

/// A drag stays in the cell in which it began.
bool Picture::edits_density(const PointerEvent& event) {
  if (!editing_ || coordinates_ != Coordinates::position || !interface_shown) return false;
  if (!modes_.dragging()) edited_ = cells_.at(event.position);
  PointerEvent within = event;
  within.position -= cells_.corner(edited_);
  const bool taken = modes_.pointer(within, navigation_, cells_.size(), bridge_.factor());
  // What is edited stays where it is, though the target's window is another one then.
  if (taken) navigation_.look_at(navigation_.camera());
  return taken;
}

void Picture::draw_editor(const Projection& shown, int cell) {
  if (shown.coordinates != Coordinates::position || !interface_shown) return;
  modes_.draw(apart_[static_cast<std::size_t>(cell)], cells_.size(), Pen{view.palette, bridge_}, cell == edited_);
}

}  // namespace ergo
