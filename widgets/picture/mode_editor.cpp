#include "widgets/picture/mode_editor.h"

#include <QLineF>
#include <algorithm>
#include <cmath>

#include "widgets/overlay/navigation.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr double edit_slack = 3;  // logical pixels
constexpr double weight_per_notch = 1.15;
constexpr int weight_digits = 3;
constexpr double wheel_pause = 0.8, longest_frame = 0.05;  // seconds that end a series of notches, in parts of so many
constexpr double smallest_new = 0.02, largest_new = 0.12;  // standard deviations, of the picture's height

/// As many digits as tell a place to a third of a pixel, and no more, so that the list stays short.
GaussianMode to_the_pixel(const GaussianMode& mode, double pixel) {
  const double largest = std::max({std::abs(mode.centre.x), std::abs(mode.centre.y), mode.sd1, mode.sd2});
  const int digits = static_cast<int>(std::ceil(std::log10(3 * largest / pixel)));
  GaussianMode short_one = rounded(mode, std::clamp(digits, 3, 12));
  short_one.weight = mode.weight;
  return short_one;
}

/// Of a plane's length in a pixel.
double pixel_of(const ModeHandles& handles) { return handles.navigation.camera().height / handles.cell.height(); }

}  // namespace

void ModeEditor::let_go() {
  drag_.reset();
  under_.reset();
  pressed_.reset();
  wheel_left_ = 0;
  numbers_.clear();
}

void ModeEditor::follow(const UnitChoice& target, bool editing) {
  const bool on = editing && is_gaussians(target);
  if (std::exchange(on_, on) != on) let_go();
  if (!on) return;
  const std::string text = own_text(target);
  if (text == text_) return;
  text_ = text;
  modes_ = gaussians_of(target);
  let_go();
}

std::optional<std::size_t> ModeEditor::chosen() const {
  if (!on_) return {};
  return under_ ? std::optional(under_->mode) : pressed_;
}

void ModeEditor::emit_edit(bool goes_on) {
  const Assignment edit = gaussians_edit(modes_);
  if (edit.value == text_) return;
  text_ = edit.value;
  const bool begins = !goes_on || (edit_ && !edit_->goes_on);  // one that was not taken yet is part of it
  edit_ = {{edit}, !begins};
}

bool ModeEditor::pointer(const PointerEvent& event, const Navigation& navigation, QSizeF cell, double unit) {
  if (!on_) return false;
  const ModeHandles handles{modes_, navigation, cell, unit};
  if (!drag_) under_ = handles.at(event.position);
  switch (event.kind) {
    case PointerEvent::press:
      press(event);
      return under_ && event.button == Qt::LeftButton;
    case PointerEvent::move:
      if (drag_) drag_to(event.position, handles);
      return drag_.has_value();
    case PointerEvent::release:
      if (event.button == Qt::LeftButton) drag_.reset();
      return false;
    case PointerEvent::wheel:
      if (under_ && !drag_) turn_wheel(under_->mode, event.wheel_steps);
      return under_.has_value();
    case PointerEvent::double_click:
      if (event.button == Qt::LeftButton && !under_) add(event.position, handles);
      return true;
  }
  return false;
}

void ModeEditor::press(const PointerEvent& event) {
  wheel_left_ = 0;
  if (event.button == Qt::MiddleButton) return;
  pressed_ = under_ ? std::optional(under_->mode) : std::nullopt;
  if (under_ && event.button == Qt::LeftButton) drag_ = Drag{*under_, modes_[under_->mode], event.position};
}

void ModeEditor::drag_to(QPointF at, const ModeHandles& handles) {
  if (!drag_->begun && QLineF(at, drag_->pressed).length() < edit_slack * handles.unit) return;
  const bool goes_on = std::exchange(drag_->begun, true);
  const Position by = handles.navigation.to_plane(at, handles.cell) -
                      handles.navigation.to_plane(drag_->pressed, handles.cell);
  modes_[drag_->handle.mode] =
      to_the_pixel(with_handle_moved(drag_->from, drag_->handle.part, by), pixel_of(handles));
  emit_edit(goes_on);
}

void ModeEditor::turn_wheel(std::size_t mode, double notches) {
  const bool goes_on = wheel_left_ > 0 && wheel_ == mode;
  wheel_ = mode;
  wheel_left_ = wheel_pause;
  GaussianMode heavier = modes_[mode];
  heavier.weight *= std::pow(weight_per_notch, notches);
  modes_[mode].weight = rounded(heavier, weight_digits).weight;
  emit_edit(goes_on);
}

/// As wide as the others and as heavy, on the average.
void ModeEditor::add(QPointF at, const ModeHandles& handles) {
  if (modes_.size() == most_gaussian_modes) {
    words_ = "There are " + std::to_string(modes_.size()) + " Gaussians, as many as there can be.";
    return;
  }
  double log_sd = 0, weight = 0;
  for (const GaussianMode& mode : modes_) {
    log_sd += std::log(mode.sd1 * mode.sd2) / 2 / static_cast<double>(modes_.size());
    weight += mode.weight / static_cast<double>(modes_.size());
  }
  const double height = handles.navigation.camera().height;
  const double sd = std::clamp(std::exp(log_sd), smallest_new * height, largest_new * height);
  GaussianMode fresh{.centre = handles.navigation.to_plane(at, handles.cell), .sd1 = sd, .sd2 = sd};
  fresh.weight = rounded({.weight = weight}, weight_digits).weight;
  fresh.sd1 = fresh.sd2 = rounded(fresh, 2).sd1;
  modes_.push_back(to_the_pixel(fresh, pixel_of(handles)));
  pressed_ = modes_.size() - 1;
  under_ = ModeHandle{ModeHandle::centre, modes_.size() - 1};
  emit_edit(false);
}

void ModeEditor::remove() {
  const auto mode = chosen();
  if (!mode) return;
  if (modes_.size() == 1) {
    words_ = "The last Gaussian stays: a density needs one.";
    return;
  }
  modes_.erase(modes_.begin() + static_cast<std::ptrdiff_t>(*mode));
  let_go();
  emit_edit(false);
}

/// Of a slow frame only a part counts, in which no notch could have come.
void ModeEditor::pass(double seconds) {
  wheel_left_ = std::max(0.0, wheel_left_ - std::min(seconds, longest_frame));
}

void ModeEditor::draw(const Navigation& navigation, QSizeF cell, const Pen& pen, bool pointed) {
  if (!on_) return;
  const ModeHandles handles{modes_, navigation, cell, pen.unit()};
  handles.draw(pressed_, drag_ ? std::optional(drag_->handle) : under_, pen);
  if (!pointed) return;
  numbers_.clear();
  const auto told = drag_ ? std::optional(drag_->handle) : under_;
  if (told) numbers_ = handles.draw_numbers(told->mode, pen);
}

}  // namespace ergo
