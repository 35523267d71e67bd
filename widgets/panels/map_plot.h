#pragma once

#include <QRectF>
#include <map>
#include <string>
#include <vector>

#include "core/config/assignment.h"
#include "core/run/parameter_map.h"
#include "core/view/palette.h"

struct ImVec2;

namespace ergo {

/// A heat map of the sampler's two leading parameters: acceptance, squared jump, and the exact gap where the lattice is
/// small. A click adopts the pair under it.
class MapPlot {
 public:
  /// Draws in the current ImGui window, as wide and high as told and some lines more; a pair that was adopted comes
  /// back unchecked. `places` gets those of the map and its buttons: "map", "acceptance", "jump", "gap".
  std::vector<Assignment> draw(const ParameterMap& map, const RunConfig& run, const Palette& palette, float factor,
                               ImVec2 size, std::map<std::string, QRectF>& places);

 private:
  enum class Shown { acceptance, jump, gap } shown_ = Shown::acceptance;
  using Places = std::map<std::string, QRectF>;
  void choose(const ParameterMap& map, Places& places);
  double value(const MapCell& cell) const;
  void draw_cells(const ParameterMap& map, double most, const Palette& palette, ImVec2 at, ImVec2 size) const;
  std::vector<Assignment> draw_map(const ParameterMap& map, const RunConfig& run, double most, const Palette& palette,
                                   float factor, ImVec2 size);

  bool balanced_ = false;  ///< whether the theory's lines are drawn over the map
};

}  // namespace ergo
