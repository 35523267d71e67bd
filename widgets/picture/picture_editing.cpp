// The density of the runs, edited with the pointer in any of their cells.
#include "core/config/own_density.h"
#include "core/view/projection.h"
#include "widgets/overlay/pen.h"
#include "widgets/picture/picture.h"

namespace ergo {

constexpr double usual_brush = 0.06;  // size, of the canvas' side

void Picture::set_editing(bool on) {
  editing_ = on;
  if (on) interface_shown = true;
}

std::optional<DensityEdit> Picture::take_density_edit() {
  std::optional<DensityEdit> edit = modes_.take();
  return edit ? edit : brush_.take();
}

std::string Picture::take_editing_words() {
  const std::string words = modes_.take_words();
  return words.empty() ? brush_.take_words() : words;
}

void Picture::follow_density(const UnitChoice& target, double seconds) {
  if (!is_gaussians(target) && !is_painting(target)) editing_ = false;
  modes_.follow(target, editing_);
  modes_.pass(seconds);
  const double side = brush_.on() ? brush_.canvas_side() : 0;
  brush_.follow(target, editing_);
  if (!brush_.on() || brush_.canvas_side() == side) return;
  Stroke brush = brush_panel_.settings();
  brush.size = usual_brush * brush_.canvas_side();
  brush_panel_.set(brush);
}

/// A drag stays in the cell in which it began.
bool Picture::edits_density(const PointerEvent& event) {
  if (!editing_ || coordinates_ != Coordinates::position || !interface_shown) return false;
  if (!modes_.dragging() && !brush_.painting()) edited_ = cells_.at(event.position);
  PointerEvent within = event;
  within.position -= cells_.corner(edited_);
  const bool taken = modes_.pointer(within, navigation_, cells_.size(), bridge_.factor()) ||
                     brush_.pointer(within, brush_panel_.settings(), navigation_, cells_.size());
  // What is edited stays where it is, though the target's window is another one then.
  if (taken) navigation_.look_at(navigation_.camera());
  return taken;
}

void Picture::draw_editor(const Projection& shown, int cell) {
  if (shown.coordinates != Coordinates::position || !interface_shown) return;
  const Navigation& navigation = apart_[static_cast<std::size_t>(cell)];
  const Pen pen{view.palette, bridge_};
  modes_.draw(navigation, cells_.size(), pen, cell == edited_);
  brush_.draw(brush_panel_.settings(), navigation, cells_.size(), pen, cell == edited_ && pointer_.has_value());
}

}  // namespace ergo
