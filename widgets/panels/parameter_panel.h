#pragma once

#include <optional>
#include <utility>

#include "core/live/parameter_plots.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/panels/map_plot.h"
#include "widgets/panels/sweep_plot.h"

namespace ergo {

/// A floating panel with the tuning curve of the sampler's first number, or the map over its first two.
class ParameterPanel {
 public:
  /// Draws in the current ImGui frame if there is anything to show; what a click adopted comes back, unchecked.
  std::vector<Assignment> draw(const ParameterPlots& plots, const RunConfig& run, const Palette& palette,
                               const ImGuiBridge& bridge, QSizeF picture);
  /// Which of the two was chosen since the last call.
  std::optional<ParameterPlots::Shown> take_chosen() { return std::exchange(chosen_, std::nullopt); }
  /// Positions of curve, map and buttons by name ("curve", "map", "show curve", "show map", "acceptance", "jump",
  /// "gap"); logical pixels.
  const std::map<std::string, QRectF>& places() const { return places_; }
  /// Area that the panel covers; empty while it is hidden or folded.
  QRectF covered() const { return covered_; }
  void hide() { covered_ = {}, places_.clear(); }

 private:
  void choose(const ParameterPlots& plots);

  MapPlot map_;
  SweepPlot curve_;
  std::map<std::string, QRectF> places_;
  QRectF covered_;
  std::optional<ParameterPlots::Shown> chosen_;
};

}  // namespace ergo
