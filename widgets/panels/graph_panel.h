#pragma once

#include <QRectF>
#include <QSizeF>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/exact/state_graph.h"
#include "widgets/overlay/imgui_bridge.h"

namespace ergo {

/// A floating state graph: of the run, where its lattice is small and its step known, or of four spins with
/// parameters of their own.
class GraphPanel {
 public:
  /// Draws in the current ImGui frame; what changed since the last is computed anew. `left`: taken of the
  /// picture by the control panel; `title`: place of the run's title, below which it stands where both do not fit.
  void draw(const RunConfig& run, const Palette& palette, const ImGuiBridge& bridge, QSizeF picture,
            double left, const QRectF& title);
  /// Positions of the controls and the canvas, by name ("subject=run", "subject=ising", "alpha", "canvas");
  /// logical pixels.
  const std::map<std::string, QRectF>& places() const { return places_; }
  /// Area that the panel covers; empty while it is hidden or folded.
  QRectF covered() const { return covered_; }
  void hide() { covered_ = {}, places_.clear(), focus_.reset(); }

  /// Opens it on "run" or "ising" as it begins, or closes it.
  void open(const std::optional<std::string>& subject);
  /// What it is open on.
  std::optional<std::string> subject() const;

  const StateGraph* graph() const { return graph_ ? &*graph_ : nullptr; }
  const std::string& reason() const { return reason_; }  ///< why there is no graph
  /// The state under the pointer.
  std::optional<std::size_t> focus() const { return focus_; }

  bool shown = false;

 private:
  /// What the graph depends on.
  struct Key {
    bool ising = false;
    UnitChoice target, sampler, gradient_noise;
    std::vector<double> values;
    bool operator==(const Key&) const = default;
  };
  void follow(const RunConfig& run);
  void choose(const RunConfig& run, float width);
  void edit_ising(float width);
  void draw_graph(const Palette& palette, float unit, QSizeF room);

  bool ising_ = false;
  std::vector<double> values_ = initial_values(ising_descriptor().parameters);
  std::optional<Key> key_;
  std::optional<StateGraph> graph_;
  std::string reason_;
  std::optional<std::size_t> focus_;
  float placed_for_ = 0;  ///< scale factor at which the window was last placed
  int settling_ = 0;      ///< remaining frames in which the window is placed again
  std::map<std::string, QRectF> places_;
  QRectF covered_;
};

}  // namespace ergo
