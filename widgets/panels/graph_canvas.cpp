#include "widgets/panels/graph_canvas.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <vector>

#include "widgets/base/theme.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr double least_share = 0.02;  ///< of the widest edge or largest flow: below, none is drawn
constexpr std::size_t edges_a_state = 8, flows_a_state = 2;  ///< drawn on average, at most
constexpr double full_bias = 0.5;                            ///< relative bias that has the full colour
constexpr std::size_t few_states = 4;                        ///< up to which every edge has its head

ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
ImVec2 operator*(float s, ImVec2 a) { return {s * a.x, s * a.y}; }
float length(ImVec2 a) { return std::hypot(a.x, a.y); }
ImVec2 right_of(ImVec2 a) { return {-a.y, a.x}; }

/// The largest value, and the least of so many that is no small share of it and above 0.
std::pair<double, double> largest(std::vector<double>& values, std::size_t count) {
  if (values.empty()) return {0, 1};
  std::ranges::sort(values, std::greater());
  const double least = values[std::min(count, values.size()) - 1];
  return {values.front(), std::max({least, least_share * values.front(), 1e-300})};
}

}  // namespace

GraphCanvas::GraphCanvas(const StateGraph& graph, const Palette& palette, ImVec2 low, ImVec2 size, float unit)
    : graph_(graph),
      palette_(palette),
      low_(low),
      size_(size),
      unit_(unit),
      list_(*ImGui::GetWindowDrawList()) {
  const std::size_t states = graph.places.size();
  float nearest = std::min(size.x, size.y);
  std::vector<double> edges, flows;
  for (std::size_t x = 0; x < states; ++x) {
    loop_ = std::max(loop_, graph.transition(x, x));
    most_mass_ = std::max({most_mass_, graph.target[x], graph.stationary[x]});
    for (std::size_t y = 0; y < states; ++y) {
      if (y == x) continue;
      edges.push_back(graph.transition(x, y));
      flows.push_back(graph.flow(x, y));
      nearest = std::min(nearest, length(place(x) - place(y)));
    }
  }
  std::tie(widest_, least_edge_) = largest(edges, edges_a_state * states);
  std::tie(flow_, least_flow_) = largest(flows, flows_a_state * states);
  most_radius_ = std::min(0.36f * nearest, 30 * unit);
  reach_ = 0.5f * nearest;
}

ImVec2 GraphCanvas::place(std::size_t state) const {
  // A disc and its loop reach 40 units from its place.
  const auto half_of = [&](float side) { return side / 2 - std::min(48 * unit_, 0.14f * side); };
  const ImVec2 half = {half_of(size_.x), half_of(size_.y)};
  const auto [x, y] = graph_.places[state];
  return {low_.x + size_.x / 2 + half.x * static_cast<float>(x),
          low_.y + size_.y / 2 - half.y * static_cast<float>(y)};
}

float GraphCanvas::radius(double mass) const {
  return most_radius_ * static_cast<float>(std::sqrt(mass / most_mass_));
}

std::optional<std::size_t> GraphCanvas::state_at(ImVec2 pointer) const {
  std::optional<std::size_t> nearest;
  float distance = std::min(reach_, 40 * unit_);
  for (std::size_t k = 0; k < graph_.places.size(); ++k) {
    const float away = length(pointer - place(k));
    if (away < distance) nearest = k, distance = away;
  }
  return nearest;
}

GraphCanvas::Arc GraphCanvas::arc(std::size_t from, std::size_t to) const {
  const ImVec2 a = place(from), b = place(to);
  return {a, 0.5f * (a + b) + 0.16f * right_of(b - a), b};
}

void GraphCanvas::stroke(const Arc& arc, ImU32 colour, float width) const {
  list_.AddBezierQuadratic(arc.from, arc.bend, arc.to, colour, width);
}

void GraphCanvas::head(const Arc& arc, float t, ImU32 colour, float size) const {
  const ImVec2 at = (1 - t) * (1 - t) * arc.from + 2 * t * (1 - t) * arc.bend + t * t * arc.to;
  const ImVec2 slope = (1 - t) * (arc.bend - arc.from) + t * (arc.to - arc.bend);
  const ImVec2 ahead = size / std::max(length(slope), 1e-3f) * slope, aside = 0.6f * right_of(ahead);
  list_.AddTriangleFilled(at + ahead, at - ahead + aside, at - ahead - aside, colour);
}

void GraphCanvas::edges(std::optional<std::size_t> focus) const {
  const std::size_t states = graph_.places.size();
  for (std::size_t from = 0; from < states; ++from)
    for (std::size_t to = 0; to < states; ++to) {
      if (from == to || (focus && *focus != from)) continue;
      const double probability = graph_.transition(from, to), share = probability / widest_;
      if (probability <= 0 || probability < (focus ? least_share * widest_ : least_edge_)) continue;
      const ImU32 colour = ink(focus ? palette_.accent : palette_.secondary, 30 + std::lround(200 * share));
      const Arc way = arc(from, to);
      stroke(way, colour, (0.7f + 4.3f * static_cast<float>(share)) * unit_);
      if (focus || states <= few_states) head(way, 0.6f, colour, (3 + 4 * static_cast<float>(share)) * unit_);
    }
}

void GraphCanvas::loops(std::optional<std::size_t> focus) const {
  for (std::size_t x = 0; x < graph_.places.size(); ++x) {
    const double share = graph_.transition(x, x) / std::max(loop_, 1e-300);
    if (share < least_share || (focus && *focus != x)) continue;
    const float size = 0.3f * most_radius_ + 3 * unit_;
    const float away = 0.7071f * (radius(graph_.target[x]) + 0.7f * size);
    list_.AddCircle(place(x) + ImVec2{away, -away}, size,
                    ink(focus ? palette_.accent : palette_.secondary, 40 + std::lround(190 * share)), 0,
                    (0.7f + 3 * static_cast<float>(share)) * unit_);
  }
}

void GraphCanvas::flows() const {
  if (!has_flow()) return;
  for (std::size_t from = 0; from < graph_.places.size(); ++from)
    for (std::size_t to = 0; to < graph_.places.size(); ++to) {
      if (graph_.flow(from, to) < least_flow_) continue;
      const double share = graph_.flow(from, to) / flow_;
      const ImU32 colour = ink(palette_.emphasis, 60 + std::lround(195 * share));
      const Arc way = arc(from, to);
      stroke(way, colour, (0.7f + 1.8f * static_cast<float>(share)) * unit_);
      head(way, 0.5f, colour, (2.5f + 3 * static_cast<float>(share)) * unit_);
    }
}

/// The four spins in their places on the board: light squares are up.
void GraphCanvas::spins(std::size_t state, ImVec2 middle) const {
  const ImVec2 corners[] = {{-1, -1}, {0, -1}, {0, 0}, {-1, 0}};  // round the ring
  const float side = std::max(0.45f * radius(graph_.target[state]), 2.2f * unit_);
  for (std::size_t i = 0; i < 4; ++i) {
    const ImVec2 low = middle + side * corners[i], high = low + ImVec2{side, side};
    list_.AddRectFilled(low, high, ink(state >> i & 1 ? 0xffffff : 0x000000));
    list_.AddRect(low, high, ink(0x808080), 0, 0, unit_ / 2);
  }
}

void GraphCanvas::node(std::size_t state) const {
  const ImVec2 middle = place(state);
  const double relative = (graph_.stationary[state] - graph_.target[state]) / graph_.target[state];
  const Colour colour = mixed(relative > 0 ? palette_.excess : palette_.lack, palette_.hairline,
                              std::min(std::abs(relative) / full_bias, 1.0));
  list_.AddCircleFilled(middle, radius(graph_.target[state]), ink(colour));
  if (graph_.spins > 0) spins(state, middle);
  list_.AddCircle(middle, radius(graph_.stationary[state]), ink(palette_.text), 0, 1.5f * unit_);
}

void GraphCanvas::draw(std::optional<std::size_t> focus) const {
  list_.PushClipRect(low_, low_ + size_, true);
  loops(focus);
  edges(focus);
  if (!focus) flows();
  for (std::size_t k = 0; k < graph_.places.size(); ++k) node(k);
  list_.PopClipRect();
}

}  // namespace ergo
