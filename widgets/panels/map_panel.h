#pragma once

#include <QRectF>
#include <QSizeF>
#include <map>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/run/parameter_map.h"
#include "widgets/overlay/imgui_bridge.h"

struct ImVec2;

namespace ergo {

/// A floating heat map of the sampler's two leading parameters: acceptance, squared jump, and the exact gap
/// where the lattice is small. A click adopts the pair under it.
class MapPanel {
 public:
  /// Draws in the current ImGui frame; the pair adopted comes back as assignments, unchecked.
  std::vector<Assignment> draw(const ParameterMap& map, const RunConfig& run, const Palette& palette,
                               const ImGuiBridge& bridge, QSizeF picture);
  /// Positions of the heat map and its buttons, by name ("map", "acceptance", "jump", "gap"); logical pixels.
  const std::map<std::string, QRectF>& places() const { return places_; }
  /// Area that the panel covers; empty while it is hidden or folded.
  QRectF covered() const { return covered_; }
  void hide() { covered_ = {}, places_.clear(); }

 private:
  enum class Shown { acceptance, jump, gap } shown_ = Shown::acceptance;
  void choose(const ParameterMap& map);
  double value(const MapCell& cell) const;
  void draw_cells(const ParameterMap& map, double most, const Palette& palette, ImVec2 at, ImVec2 size) const;
  std::vector<Assignment> draw_map(const ParameterMap& map, const RunConfig& run, double most,
                                   const Palette& palette, float factor, ImVec2 size);

  std::map<std::string, QRectF> places_;
  QRectF covered_;
  bool balanced_ = false;  ///< whether the theory's lines are drawn over the map
};

}  // namespace ergo
