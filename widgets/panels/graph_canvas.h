#pragma once

#include <imgui.h>

#include <optional>

#include "core/exact/state_graph.h"
#include "core/view/palette.h"

namespace ergo {

/// Draws a state graph into a rectangle of an ImGui window. A state is a disc whose area is the target's
/// mass, in the colours of excess and lack where the stationary distribution, its ring, has more or less; a
/// transition is an arc on the right of its way, as wide and dense as its probability; net flow is an arrow.
/// Of both only the largest are drawn, some for every state.
class GraphCanvas {
 public:
  GraphCanvas(const StateGraph& graph, const Palette& palette, ImVec2 low, ImVec2 size, float unit);

  std::optional<std::size_t> state_at(ImVec2 pointer) const;
  /// With a state in focus only the transitions out of it.
  void draw(std::optional<std::size_t> focus) const;

  ImVec2 place(std::size_t state) const;
  double widest() const { return widest_; }  ///< the largest P(x, y), y not x
  double loop() const { return loop_; }      ///< the largest P(x, x)
  double largest_flow() const { return flow_; }
  /// More than rounding.
  bool has_flow() const { return flow_ > 1e-13; }

 private:
  struct Arc {
    ImVec2 from, bend, to;
  };
  float radius(double mass) const;
  Arc arc(std::size_t from, std::size_t to) const;
  void stroke(const Arc& arc, ImU32 colour, float width) const;
  void head(const Arc& arc, float place, ImU32 colour, float size) const;
  void edges(std::optional<std::size_t> focus) const;
  void loops(std::optional<std::size_t> focus) const;
  void flows() const;
  void node(std::size_t state) const;
  void spins(std::size_t state, ImVec2 middle) const;

  const StateGraph& graph_;
  const Palette& palette_;
  ImVec2 low_, size_;
  float unit_;
  ImDrawList& list_;
  double widest_ = 0, loop_ = 0, flow_ = 0, most_mass_ = 0;
  double least_edge_ = 0, least_flow_ = 0;  ///< drawn
  float most_radius_ = 0, reach_ = 0;
};

}  // namespace ergo
