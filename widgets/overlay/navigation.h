#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <optional>

#include "core/picture/scene.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// Where the picture looks. Wheel zooms at the pointer, drag pans, double click chooses a place. Positions on
/// screen are logical pixels of the picture, y down.
class Navigation {
 public:
  const Camera& camera() const { return camera_; }
  /// Where the user or a cue made it look; nothing while it follows the target's window.
  std::optional<Camera> chosen_camera() const { return fitted_ ? std::nullopt : std::optional(camera_); }
  /// Follows the target's window until the user zooms or pans: shows all of it within `free`.
  void follow(const Window& window, QSizeF size, QRectF free);
  void fit_again() { fitted_ = true; }
  void look_at(const Camera& camera) { camera_ = camera, fitted_ = false; }
  void pointer(const PointerEvent& event, QSizeF size);
  /// Magnifies by `factor`, keeping the point of the plane under `at`.
  void zoom(double factor, QPointF at, QSizeF size);
  Position to_plane(QPointF at, QSizeF size) const;
  QPointF to_screen(Position x, QSizeF size) const;
  /// The place of the last double click, once.
  std::optional<Position> take_chosen();
  /// The place of the last click without a drag, once.
  std::optional<Position> take_clicked();

 private:
  Camera camera_;
  bool fitted_ = true;
  std::optional<QPointF> drag_;
  std::optional<QPointF> press_;
  std::optional<Position> chosen_, clicked_;
};

}  // namespace ergo
