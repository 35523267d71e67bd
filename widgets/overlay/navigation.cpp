#include "widgets/overlay/navigation.h"

#include <QLineF>
#include <cmath>
#include <utility>

namespace ergo {

constexpr double zoom_per_notch = 1.2;
constexpr double click_slack = 3;  // logical pixels that the pointer may move
constexpr double height_min = 1e-9, height_max = 1e9;

void Navigation::follow(const Window& window, QSizeF size, QRectF free) {
  if (!fitted_) return;
  camera_ = camera_for(window, {size.width(), size.height()},
                       {free.left(), free.top(), free.right(), free.bottom()});
}

Position Navigation::to_plane(QPointF at, QSizeF size) const {
  const double unit = camera_.height / size.height();
  return camera_.centre + unit * Position{at.x() - size.width() / 2, size.height() / 2 - at.y()};
}

QPointF Navigation::to_screen(Position x, QSizeF size) const {
  const Position offset = (x - camera_.centre) * (size.height() / camera_.height);
  return {size.width() / 2 + offset.x, size.height() / 2 - offset.y};
}

void Navigation::zoom(double factor, QPointF at, QSizeF size) {
  const double height = std::clamp(camera_.height / factor, height_min, height_max);
  const Position fixed = to_plane(at, size);
  camera_.centre = fixed + (height / camera_.height) * (camera_.centre - fixed);
  camera_.height = height;
  fitted_ = false;
}

void Navigation::pointer(const PointerEvent& event, QSizeF size) {
  switch (event.kind) {
    case PointerEvent::wheel:
      zoom(std::pow(zoom_per_notch, event.wheel_steps), event.position, size);
      break;
    case PointerEvent::press:
      if (event.button == Qt::LeftButton) drag_ = press_ = event.position;
      break;
    case PointerEvent::release:
      if (press_ && QLineF(*press_, event.position).length() < click_slack)
        clicked_ = to_plane(event.position, size);
      drag_.reset();
      press_.reset();
      break;
    case PointerEvent::double_click:
      if (event.button == Qt::LeftButton) chosen_ = to_plane(event.position, size);
      break;
    case PointerEvent::move:
      if (!drag_) break;
      camera_.centre = camera_.centre - (to_plane(event.position, size) - to_plane(*drag_, size));
      drag_ = event.position;
      fitted_ = false;
      break;
  }
}

std::optional<Position> Navigation::take_clicked() { return std::exchange(clicked_, std::nullopt); }

std::optional<Position> Navigation::take_chosen() { return std::exchange(chosen_, std::nullopt); }

}  // namespace ergo
