#pragma once

#include <QRectF>
#include <QSizeF>
#include <map>
#include <string>
#include <utility>

#include "core/painting/painting.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// What the pointer paints with: brush or eraser, its size in units of the plane, strength and hardness.
class BrushPanel {
 public:
  /// Draws in the current ImGui frame. `canvas`: the longer side of what is painted on.
  void draw(double canvas, const ImGuiBridge& bridge, QSizeF picture);
  /// A stroke of these settings without points.
  const Stroke& settings() const { return settings_; }
  void set(const Stroke& settings) { settings_ = settings; }
  /// Whether the user asked for an empty canvas; once.
  bool take_clear() { return std::exchange(clear_, false); }
  /// Where its controls stand, by name, in logical pixels.
  const std::map<std::string, QRectF>& places() const { return places_; }
  QRectF covered() const { return covered_; }
  void hide() { covered_ = {}, places_.clear(); }

 private:
  bool slider(const char* name, const char* words, double& value, double low, double high, bool logarithmic);

  Stroke settings_;
  bool clear_ = false;
  std::map<std::string, QRectF> places_;
  QRectF covered_;
};

}  // namespace ergo
