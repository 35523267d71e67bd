#pragma once

#include <QRectF>
#include <QSizeF>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/run/tuning.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// A tuning under way: its settings, every probe's acceptance against its step size, what came out, and the
/// offer to take it up. Nothing happens to the run before that.
class TunePanel {
 public:
  /// Draws in the current ImGui frame. `tuning` null: only the settings and the button that begins. The
  /// schedule taken up comes back as assignments.
  std::vector<Assignment> draw(const Tuning* tuning, const Palette& palette, const ImGuiBridge& bridge,
                               QSizeF picture);
  /// True once after the user asked to begin (anew) with settings().
  bool take_begin() { return std::exchange(begin_, false); }
  const TuningOptions& settings() const { return settings_; }
  void set(const TuningOptions& settings) { settings_ = settings; }
  /// Positions of "begin" and "adopt" in logical pixels.
  const std::map<std::string, QRectF>& places() const { return places_; }
  /// Area that the panel covers; empty while it is hidden or folded.
  QRectF covered() const { return covered_; }
  void hide() { covered_ = {}, places_.clear(); }

 private:
  void edit_settings();
  TuningOptions settings_;  ///< initially the defaults of `ergo tune`
  bool begin_ = false;
  std::map<std::string, QRectF> places_;
  QRectF covered_;
};

}  // namespace ergo
