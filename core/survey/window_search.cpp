#include "core/survey/window_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/survey/low_points.h"
#include "core/survey/mass_cells.h"

namespace ergo {
namespace {

constexpr double left_out = 2.5e-4, spare = 1.0 / 16;
constexpr double bulk = 0.05, most_bulks = 4;
constexpr double as_low = 1e-3;
constexpr double no_mass = 100;        // energy above the lowest at which no width gives a dip mass that matters
constexpr double narrowest = 1e-9;        // of a coordinate: narrower windows hold hardly any numbers
constexpr double far = 1e6;            // of the box that is searched, in scales
constexpr double too_far = 0.1;        // of that box: where a bounded mass has next to nothing,
constexpr double mass_too_far = 0.05;  // less than this
constexpr double lengths_shown = 8;    // of a mass that has no bounds

/// The lowest energy on a circle, of eight points.
double lowest_around(const Landscape& landscape, Position centre, double radius) {
  double lowest = infinite_energy;
  const int ways = landscape.dim > 1 ? 8 : 2;
  for (int k = 0; k < ways; ++k) {
    const double angle = 2 * std::numbers::pi * k / ways;
    const Position way = {std::cos(angle), landscape.dim > 1 ? std::sin(angle) : 0};
    lowest = std::min(lowest, landscape(centre + radius * way));
  }
  return lowest;
}

/// The distances from a point at which its surroundings are looked at.
std::vector<double> radii_about(Position x) {
  std::vector<double> radii;
  const double least = std::max(1e-9, 1e-9 * norm(x));
  for (int k = 0; k <= 84; ++k) radii.push_back(least * std::pow(10, 0.25 * k));
  return radii;
}

/// The distance that has most mass, r^dim exp(-E) at the lowest point of the circle; nothing if that is among the
/// largest, where the mass reaches without end, or the smallest, where it crowds at the point.
std::optional<double> scale_about(const Landscape& landscape, Position centre) {
  double most = -infinite_energy, scale = 0;
  const std::vector<double> radii = radii_about(centre);
  for (const double radius : radii) {
    const double log_mass = landscape.dim * std::log(radius) - lowest_around(landscape, centre, radius);
    if (log_mass > most) most = log_mass, scale = radius;
  }
  if (scale <= radii.front() || scale >= 0.1 * radii.back()) return {};
  return scale;
}

/// Of the points that are as low as the lowest, the nearest to the origin.
Position nearest_of_lowest(const std::vector<LowPoint>& low) {
  Position nearest;
  double least = infinite_energy;
  for (const LowPoint& point : low)
    if (point.energy <= low.front().energy + as_low && norm(point.place) < least) {
      least = norm(point.place);
      nearest = point.place;
    }
  return nearest;
}

/// The least distance over which E changes by 1; 1 if none does, or if E falls towards the point without end.
double length_of_change(const Landscape& landscape, Position centre) {
  const double here = landscape(centre);
  if (!std::isfinite(here)) return 1;
  const std::vector<double> radii = radii_about(centre);
  for (const double radius : radii)
    for (const Position way : {Position{1, 0}, Position{-1, 0}, Position{0, 1}, Position{0, -1}}) {
      if (landscape.dim == 1 && way.y != 0) continue;
      if (std::abs(landscape(centre + radius * way) - here) >= 1) return radius == radii.front() ? 1 : radius;
    }
  return 1;
}

Window box_about(Position centre, double half) {
  // Off the centre by no simple part, so that no node of the cells has a round coordinate.
  const Position middle = centre + half * Position{0.0123, 0.0177};
  return {middle - Position{half, half}, middle + Position{half, half}};
}

struct Stretches {
  double low = 0, high = 0;              ///< of the mass
  double frame_low = 0, frame_high = 0;  ///< of the frame
};

Stretches stretches_of(const MassCells::Marginal& marginal) {
  const double median = marginal.low_quantile(0.5);
  const double low = marginal.low_quantile(left_out), high = marginal.high_quantile(left_out);
  const double reach_low = most_bulks * (median - marginal.low_quantile(bulk));
  const double reach_high = most_bulks * (marginal.high_quantile(bulk) - median);
  return {low, high, std::max(low, median - reach_low), std::min(high, median + reach_high)};
}

/// A window has an area, whatever its mass.
void widen(double& low, double& high, double part) {
  const double least = 1e-12 * std::max(std::abs(low), std::abs(high)) + std::numeric_limits<double>::min();
  const double more = std::max(part * (high - low), least);
  low -= more;
  high += more;
}

void take_windows(FoundWindow& found, const MassCells& cells, int dim) {
  Stretches x = stretches_of(cells.marginal_x());
  widen(x.low, x.high, spare);
  widen(x.frame_low, x.frame_high, spare);
  Stretches y;
  if (dim > 1) {
    y = stretches_of(cells.marginal_y());
    widen(y.low, y.high, spare);
    widen(y.frame_low, y.frame_high, spare);
  } else {
    const double quarter = 0.25 * (x.high - x.low);
    y = {-quarter, quarter, -quarter, quarter};
  }
  found.window = {{x.low, y.low}, {x.high, y.high}};
  found.frame = {{x.frame_low, y.frame_low}, {x.frame_high, y.frame_high}};
}

/// Whether positions in the window differ enough. About a point that is not integrable they may not.
bool holds_numbers(const Window& window, int dim) {
  const Position side = window.high - window.low;
  return side.x > narrowest * std::abs(window.low.x) && (dim == 1 || side.y > narrowest * std::abs(window.low.y));
}

}  // namespace

FoundWindow find_window(const Landscape& landscape, StopToken stop) {
  FoundWindow found;
  found.low = low_points(landscape, stop);
  const std::vector<LowPoint> low = within_reach(landscape, found.low);
  const Position centre = nearest_of_lowest(low);
  const std::optional<double> scale = scale_about(landscape, centre);
  if (scale) {
    double reach = *scale;
    for (const LowPoint& point : low)
      if (point.energy < low.front().energy + no_mass) reach = std::max(reach, norm(point.place - centre));
    const double half = far * reach;
    const MassCells cells(landscape, box_about(centre, half), low, 2e-5, 500'000, stop);
    const Window near = box_about(centre, too_far * half);
    if (std::isfinite(cells.log_mass()) && cells.outside(near) < mass_too_far) {
      take_windows(found, cells, landscape.dim);
      found.log_normaliser = cells.log_mass();
      found.found = found.bounded = true;
      if (holds_numbers(found.window, landscape.dim)) return found;
      found.bounded = false;
    }
  }
  double half = lengths_shown * length_of_change(landscape, centre);
  if (half < narrowest * norm(centre)) half = norm(centre);
  const MassCells cells(landscape, box_about(centre, half), {}, 1e-3, 100'000, stop);
  if (!std::isfinite(cells.log_mass())) return found;
  found.found = true;
  found.log_normaliser = cells.log_mass();
  take_windows(found, cells, landscape.dim);
  const Position side = found.window.high - found.window.low;
  if (side.x > 1e-3 * half && (landscape.dim == 1 || side.y > 1e-3 * half)) return found;
  // All mass is at a point or on a line that is not integrable.
  found.window = found.frame = {centre - 0.5 * Position{half, half}, centre + 0.5 * Position{half, half}};
  return found;
}

}  // namespace ergo
