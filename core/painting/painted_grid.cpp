#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/maths/elementary.h"
#include "core/painting/painting.h"

namespace ergo {
namespace {

constexpr double stroke_reach = 8;               // of a stroke in s: exp(-32) is 1e-14
constexpr double erased_by = 6.90775528;  // log 1000
constexpr auto nodes = static_cast<std::size_t>(painted_nodes);

/// |x - nearest point of the segment|^2
double square_distance(Position x, Position from, Position to) {
  const Position along = to - from, away = x - from;
  const double length = dot(along, along);
  const double part = length > 0 ? std::clamp(dot(away, along) / length, 0.0, 1.0) : 0;
  const Position left = away - part * along;
  return dot(left, left);
}

/// First and one past the last of the nodes low + k spacing between two coordinates.
std::pair<int, int> nodes_between(double low, double spacing, double from, double to) {
  const double last = painted_nodes;
  return {static_cast<int>(std::clamp(std::ceil((from - low) / spacing), 0.0, last)),
          static_cast<int>(std::clamp(std::floor((to - low) / spacing) + 1, 0.0, last))};
}

/// The squared distances of all nodes from a stroke's line, infinite where they are larger than `most`.
std::vector<double> square_distances(const EnergyGrid& grid, std::span<const Position> points, double most) {
  const Position spacing = grid.node(1, 1) - grid.window.low;
  std::vector<double> nearest(nodes * nodes, std::numeric_limits<double>::infinity());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Position from = points[k], to = points[std::min(k + 1, points.size() - 1)];
    if (k + 1 == points.size() && k > 0) break;
    const auto [left, right] =
        nodes_between(grid.window.low.x, spacing.x, std::min(from.x, to.x) - most, std::max(from.x, to.x) + most);
    const auto [bottom, top] =
        nodes_between(grid.window.low.y, spacing.y, std::min(from.y, to.y) - most, std::max(from.y, to.y) + most);
    for (int j = bottom; j < top; ++j)
      for (int i = left; i < right; ++i) {
        double& least = nearest[static_cast<std::size_t>(j) * nodes + static_cast<std::size_t>(i)];
        least = std::min(least, square_distance(grid.node(i, j), from, to));
      }
  }
  return nearest;
}

void draw(const Stroke& stroke, const EnergyGrid& grid, std::span<double> density) {
  const Position spacing = grid.node(1, 1) - grid.window.low;
  const double full = stroke.hardness * stroke.size;
  const double sd = std::max((1 - stroke.hardness) * stroke.size / 2, std::max(spacing.x, spacing.y));
  const std::vector<double> squares = square_distances(grid, stroke.points, full + stroke_reach * sd);
  for (std::size_t k = 0; k < density.size(); ++k) {
    if (!(squares[k] < largest_energy)) continue;
    const double beyond = std::max(0.0, std::sqrt(squares[k]) - full) / sd;
    const double amount = stroke.strength * maths::exp(-beyond * beyond / 2);
    if (stroke.eraser)
      density[k] *= maths::exp(-erased_by * amount);
    else
      density[k] += amount;
  }
}

}  // namespace

EnergyGrid painted_grid(const Painting& painting, double floor) {
  EnergyGrid grid{painting.window, painted_nodes, painted_nodes, {}};
  std::vector<double> density(nodes * nodes);
  if (painting.base) {
    const int side = painting.base->side;
    EnergyGrid base{painting.window, side, side, {}};
    for (const std::uint8_t level : painting.base->levels)
      base.energy.push_back(most_base_energy * (level / 255.0) * (level / 255.0));
    const Spline spline(base);
    for (std::size_t k = 0; k < density.size(); ++k)
      density[k] = maths::exp(-spline(grid.node(static_cast<int>(k % nodes), static_cast<int>(k / nodes))).energy);
  }
  for (const Stroke& stroke : painting.strokes) draw(stroke, grid, density);
  for (const double d : density) grid.energy.push_back(-maths::log(d + floor));
  return grid;
}

}  // namespace ergo
