#include "core/survey/low_points.h"

#include <algorithm>
#include <cmath>

namespace ergo {
namespace {

constexpr int box_nodes = 97, nodes_of_a_line = 4096;
constexpr std::size_t most_of_a_box = 24;
constexpr int least_box = -6, largest_box = 16;  // half sides are powers of sqrt 10
constexpr double beyond_reach = 1e15;
constexpr double steepest_dip = 20;  // that is no singular point

bool lower(const LowPoint& a, const LowPoint& b) { return a.energy < b.energy; }

/// `most` of the points, the lowest; of those that are equally low, evenly spread ones.
std::vector<LowPoint> lowest_of(std::vector<LowPoint> points, std::size_t most) {
  std::stable_sort(points.begin(), points.end(), lower);
  if (points.size() <= most) return points;
  const auto level =
      static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), points.front(), lower) - points.begin());
  const std::size_t spread = level > most ? level / most : 1;
  std::vector<LowPoint> chosen;
  for (std::size_t i = 0; chosen.size() < most && i < points.size(); i += spread) chosen.push_back(points[i]);
  return chosen;
}

}  // namespace

std::vector<LowPoint> low_nodes(const Landscape& landscape, const Window& window, int count, std::size_t most) {
  const bool plane = landscape.dim > 1;
  const int columns = plane ? count : std::min(count * count, nodes_of_a_line), rows = plane ? count : 1;
  const Position side = window.high - window.low;
  const auto node = [&](int i, int j) {
    return Position{window.low.x + i * side.x / (columns - 1), plane ? window.low.y + j * side.y / (rows - 1) : 0};
  };
  std::vector<double> x, y, energy(static_cast<std::size_t>(columns) * rows);
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      x.push_back(node(i, j).x);
      y.push_back(node(i, j).y);
    }
  landscape.survey(x, y, energy);
  const auto at = [&](int i, int j) { return energy[static_cast<std::size_t>(j) * columns + i]; };
  std::vector<LowPoint> low;
  const int first_row = plane ? 1 : 0, last_row = plane ? rows - 2 : 0;
  for (int j = first_row; j <= last_row; ++j)
    for (int i = 1; i + 1 < columns; ++i) {
      const double here = at(i, j);
      bool lowest = here < infinite_energy;
      for (int v = std::max(0, j - 1); lowest && v <= std::min(rows - 1, j + 1); ++v)
        for (int u = i - 1; lowest && u <= i + 1; ++u) lowest = here <= at(u, v);
      if (lowest) low.push_back({node(i, j), here});
    }
  return lowest_of(std::move(low), most);
}

std::vector<LowPoint> low_points(const Landscape& landscape, StopToken stop) {
  std::vector<LowPoint> found;
  double inside = 0;
  for (int k = least_box; k <= largest_box && !stop.stop_requested(); ++k) {
    const double half = std::pow(10, 0.5 * k), step = 2 * half / (box_nodes - 1);
    // No node has a round coordinate, at which a formula may be singular.
    const Position shift = {0.37 * step, 0.29 * step};
    const Window box = {shift - Position{half, half}, shift + Position{half, half}};
    for (const LowPoint& node : low_nodes(landscape, box, box_nodes, most_of_a_box)) {
      // What lies deep in the box before was seen better there.
      if (std::max(std::abs(node.place.x), std::abs(node.place.y)) < 0.9 * inside) continue;
      found.push_back(descend(landscape, node.place, step / 3));
    }
    inside = half;
  }
  std::sort(found.begin(), found.end(), lower);
  return found;
}

std::vector<LowPoint> within_reach(const Landscape& landscape, std::span<const LowPoint> points) {
  std::vector<LowPoint> kept;
  for (LowPoint point : points) {
    const double distance = std::max(std::abs(point.place.x), std::abs(point.place.y));
    if (!(distance < beyond_reach)) continue;
    const double near = 1e-7 * std::max(distance, 1e-5);
    double around = infinite_energy;
    for (const Position way : {Position{1, 0}, Position{-1, 0}, Position{0, 1}, Position{0, -1}})
      if (landscape.dim > 1 || way.y == 0) around = std::min(around, landscape(point.place + near * way));
    if (point.energy < around - steepest_dip) point.energy = around;
    if (std::isfinite(point.energy)) kept.push_back(point);
  }
  std::sort(kept.begin(), kept.end(), lower);
  return kept;
}

}  // namespace ergo
