#include "widgets/picture/paint_brush.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/config/own_density.h"
#include "widgets/overlay/navigation.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr double nearest_points = 2;        // logical pixels
constexpr double points_per_size = 1.0 / 6; // of a brush, between two points

}  // namespace

double PaintBrush::canvas_side() const {
  const auto [low, high] = canvas_.window;
  return std::max(high.x - low.x, high.y - low.y);
}

void PaintBrush::follow(const UnitChoice& target, bool editing) {
  on_ = editing && is_painting(target);
  if (!on_) {
    stroke_.reset();
    return;
  }
  const std::string text = own_text(target);
  if (text == text_) return;
  text_ = text;
  canvas_ = painted(target);
  stroke_.reset();
}

bool PaintBrush::pointer(const PointerEvent& event, const Stroke& brush, const Navigation& navigation, QSizeF cell) {
  if (!on_) return false;
  pointer_ = event.position;
  const bool left = event.button == Qt::LeftButton;
  switch (event.kind) {
    case PointerEvent::press:
    case PointerEvent::double_click:
      if (!left) return false;
      if (canvas_.strokes.size() == most_strokes) {
        words_ = std::to_string(most_strokes) +
                 " strokes, as many as there can be. Run → Edit as picture makes them one picture to paint on.";
        return true;
      }
      stroke_ = brush;
      stroke_->points = {navigation.to_plane(event.position, cell)};
      return true;
    case PointerEvent::move:
      if (stroke_) go_on(event.position, navigation, cell);
      return stroke_.has_value();
    case PointerEvent::release:
      if (!left || !stroke_) return false;
      canvas_.strokes.push_back(*std::exchange(stroke_, std::nullopt));
      emit_edit();
      return true;
    case PointerEvent::wheel:
      return false;
  }
  return false;
}

void PaintBrush::go_on(QPointF at, const Navigation& navigation, QSizeF cell) {
  const Position place = navigation.to_plane(at, cell);
  const double pixel = navigation.camera().height / cell.height();
  const double least = std::max(nearest_points * pixel, points_per_size * stroke_->size);
  if (norm(place - stroke_->points.back()) < least || stroke_->points.size() == most_stroke_points) return;
  stroke_->points.push_back(place);
}

void PaintBrush::clear() {
  canvas_.strokes.clear();
  canvas_.base.reset();
  emit_edit();
}

void PaintBrush::emit_edit() {
  const Assignment edit = painting_edit(canvas_);
  if (edit.value == text_) return;
  if (edit.value.size() > most_painting_bytes) {
    words_ = "The painting has no room for this stroke. Run → Edit as picture makes one picture of its strokes.";
    text_.clear();  // it is as the run has it
    return;
  }
  text_ = edit.value;
  edit_ = {{edit}, false};
}

void PaintBrush::draw(const Stroke& brush, const Navigation& navigation, QSizeF cell, const Pen& pen,
                      bool pointed) const {
  if (!on_) return;
  const auto screen = [&](Position x) {
    const QPointF at = navigation.to_screen(x, cell);
    return ImVec2(static_cast<float>(at.x()), static_cast<float>(at.y()));
  };
  const float u = pen.unit(), pixels = static_cast<float>(cell.height() / navigation.camera().height);
  const auto [low, high] = canvas_.window;
  pen.list.AddRect(screen({low.x, high.y}), screen({high.x, low.y}), ink(pen.palette.secondary), 0, 0, u);
  if (stroke_) {
    const float radius = static_cast<float>(stroke_->size) * pixels;
    const ImU32 wet = ink(stroke_->eraser ? pen.palette.picture : pen.palette.accent, 130);
    std::vector<ImVec2> way;
    for (const Position x : stroke_->points) way.push_back(screen(x));
    if (way.size() == 1)
      pen.list.AddCircleFilled(way[0], radius, wet);
    else
      pen.list.AddPolyline(way.data(), static_cast<int>(way.size()), wet, ImDrawFlags_None, 2 * radius);
  }
  if (!pointed || !pointer_) return;
  const ImVec2 at(static_cast<float>(pointer_->x()), static_cast<float>(pointer_->y()));
  const float radius = static_cast<float>(brush.size) * pixels;
  pen.list.AddCircle(at, radius, ink(pen.palette.picture), 0, 3 * u);
  pen.list.AddCircle(at, radius, ink(pen.palette.text), 0, 1.5F * u);
  if (brush.hardness > 0)
    pen.list.AddCircle(at, static_cast<float>(brush.hardness) * radius, ink(pen.palette.text, 120), 0, u);
}

}  // namespace ergo
