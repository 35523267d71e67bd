#include "core/survey/properness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/number_words.h"
#include "core/survey/improper_limit.h"
#include "core/survey/ring_mass.h"

namespace ergo {
namespace {

using Finding = Properness::Finding;

/// A value that is not a number, or minus infinity, at a node of a grid that has no round coordinates.
std::optional<Properness> undefined_value(const Landscape& landscape, const Window& window) {
  constexpr int count = 64;
  const Position side = window.high - window.low, corner = window.low - 0.5 * side;
  std::optional<Properness> found;
  double nearest = infinite_energy;
  const Position middle = 0.5 * (window.low + window.high);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < (landscape.dim > 1 ? count : 1); ++j) {
      const Position x = {corner.x + 2 * side.x * (i + 0.47) / count,
                          landscape.dim > 1 ? corner.y + 2 * side.y * (j + 0.53) / count : 0};
      const double energy = landscape.energy(x), distance = norm(x - middle);
      if ((std::isnan(energy) || energy == -infinite_energy) && distance < nearest) {
        nearest = distance;
        found = Properness{std::isnan(energy) ? Finding::not_a_number : Finding::minus_infinity, x, {}, 0};
      }
    }
  return found;
}

/// The mean of rings of nearly the same size, so that ripples in their number of waves even out.
RingMass mean_ring(const Landscape& landscape, Position centre, double radius) {
  constexpr std::array<double, 3> parts = {1, 1.237, 1.531};
  RingMass mean;
  double sum = 0;
  for (const double part : parts) {
    const RingMass ring = ring_mass(landscape, centre, part * radius);
    if (part == 1)
      mean = ring;
    else
      mean.trusted = mean.trusted && ring.trusted;
    sum += std::isfinite(mean.log_mass) ? std::exp(std::min(600.0, ring.log_mass - mean.log_mass)) : 1;
  }
  mean.log_mass += std::log(sum / parts.size());
  return mean;
}

std::optional<Properness> improper_tail(const Landscape& landscape, const Window& window, const StopToken& stop) {
  constexpr std::array<int, 15> decades = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64};
  constexpr int all_see = 8;    // decades within which an infinite energy is no overflow
  constexpr double fallen = 5;  // energy of a fall worth the name
  const double reach =
      2 * std::max({std::abs(window.low.x), std::abs(window.high.x), landscape.dim > 1 ? std::abs(window.low.y) : 0,
                    landscape.dim > 1 ? std::abs(window.high.y) : 0});
  std::vector<MassOnTheWay> mass;
  double nearest = infinite_energy;
  RingMass last;
  for (const int decade : decades) {
    if (stop.stop_requested()) return Properness{Finding::unfinished, {}, {}, 0};
    const double radius = reach * std::pow(10, decade);
    const RingMass ring = mean_ring(landscape, {0, 0}, radius);
    const auto falls = [&] {
      const Position direction = ring.place / std::hypot(ring.place.x, ring.place.y);
      return Properness{Finding::falls_for_ever, ring.place, direction, 0};
    };
    if (ring.lowest == -infinite_energy) return falls();
    if (ring.log_mass == -infinite_energy) {
      if (decade <= all_see) return {};
      break;
    }
    if (!ring.trusted) break;
    if (mass.empty()) nearest = ring.lowest;
    if (decade >= all_see && ring.lowest < std::min(nearest, last.lowest) - fallen &&
        ring.log_mass > mass.back().log_mass)
      return falls();
    mass.push_back({std::log(radius), ring.log_mass});
    last = ring;
  }
  if (const auto slope = diverging_slope(mass)) {
    const Position direction = last.place / std::hypot(last.place.x, last.place.y);
    const bool falling = last.lowest < nearest - fallen;
    return Properness{falling ? Finding::falls_for_ever : Finding::heavy_tail, last.place, direction, *slope - 1};
  }
  return {};
}

/// The nearest of the places with few digits at which E is not higher: a singular point is likely to be one.
Position rounded(const Landscape& landscape, Position x) {
  Position best = x;
  double energy = landscape(x);
  for (const double unit : {1e-9, 1e-6}) {
    const Position round = {unit * std::round(x.x / unit), landscape.dim > 1 ? unit * std::round(x.y / unit) : 0};
    const double e = landscape.energy(round);
    if (std::isnan(e) || e <= energy) best = round, energy = std::isnan(e) ? -infinite_energy : e;
  }
  return best;
}

/// The smallest distance from a coordinate at which positions differ enough.
double finest_distance(double coordinate) { return std::max(1e-90, 1e-12 * std::abs(coordinate)); }

/// Slope of the mass of rings about a point, where they do not vanish at it.
std::optional<double> heavy_point(const Landscape& landscape, Position x, double length, const StopToken& stop) {
  std::vector<MassOnTheWay> mass;
  const double least = std::max(finest_distance(x.x), landscape.dim > 1 ? finest_distance(x.y) : 0);
  for (double radius = length, shrink = 10; radius > least && !stop.stop_requested(); radius /= shrink) {
    const RingMass ring = ring_mass(landscape, x, radius);
    if (ring.log_mass == -infinite_energy) break;
    mass.push_back({-std::log(radius), ring.log_mass});
    if (mass.size() > 8) shrink = 1e8;
  }
  return diverging_slope(mass);
}

/// The same across a line through a point of the plane: along x, y and both diagonals of a small square about it,
/// where its edges meet the line.
struct Crossing {
  Position place;
  double slope;
};
std::optional<Crossing> heavy_line(const Landscape& landscape, Position x, double length) {
  for (const double size : {0.1 * length, 0.037 * length})
    for (const bool along_x : {true, false})
      for (const double sign : {-1.0, 1.0}) {
        const Position middle = x + sign * size * (along_x ? Position{0, 1} : Position{1, 0});
        const Position along = along_x ? Position{1, 0} : Position{0, 1};
        // The line's energy along the edge, as a landscape of one dimension.
        const Landscape edge = {1, [&](Position t) { return landscape.energy(middle + t.x * along); }};
        const LowPoint dip = descend(edge, {0.01 * size, 0}, 0.3 * size);
        if (std::abs(dip.place.x) > 2 * size) continue;
        const Position place = rounded(landscape, middle + dip.place.x * along);
        const Landscape across = {1, [&](Position t) { return landscape.energy(place + t.x * along); }};
        std::vector<MassOnTheWay> mass;
        const double least = finest_distance(along_x ? place.x : place.y);
        for (double distance = size; distance > least; distance /= mass.size() > 8 ? 1e8 : 10) {
          const RingMass ring = ring_mass(across, {0, 0}, distance);
          if (ring.log_mass == -infinite_energy) break;
          mass.push_back({-std::log(distance), ring.log_mass});
        }
        if (const auto slope = diverging_slope(mass)) return Crossing{place, *slope};
      }
  return {};
}

/// Whether E keeps falling towards a point.
bool falls_towards(const Landscape& landscape, Position x, double length) {
  const double least = std::max({1e-9 * length, finest_distance(x.x), finest_distance(x.y)});
  const RingMass near = ring_mass(landscape, x, least), far = ring_mass(landscape, x, 1e3 * least);
  constexpr double fall = 1;  // over three decades: E ~ log(r)/7
  return far.lowest - near.lowest > fall || near.lowest == -infinite_energy;
}

std::optional<Properness> improper_inside(const Landscape& landscape, const FoundWindow& found,
                                          const StopToken& stop) {
  constexpr std::size_t most = 6;
  constexpr double least_in_distances = 1e8;
  const Position side = found.window.high - found.window.low;
  const double wide = 0.05 * (landscape.dim > 1 ? std::min(side.x, side.y) : side.x);
  std::vector<Position> looked_at;
  for (const LowPoint& low : found.low) {
    if (stop.stop_requested()) return Properness{Finding::unfinished, {}, {}, 0};
    if (looked_at.size() == most) break;
    if (!(norm(low.place) < 1e15)) continue;
    const Position x = rounded(landscape, low.place);
    // About a singular point the window may be narrower than positions differ there.
    const double length = std::max({wide, least_in_distances * finest_distance(x.x),
                                    landscape.dim > 1 ? least_in_distances * finest_distance(x.y) : 0});
    if (std::ranges::any_of(looked_at, [&](Position other) { return norm(x - other) < 1e-3 * length; })) continue;
    looked_at.push_back(x);
    if (!falls_towards(landscape, x, length)) continue;
    if (const auto slope = heavy_point(landscape, x, length, stop))
      return Properness{Finding::heavy_point, x, {}, -1 - *slope};
    if (landscape.dim > 1)
      if (const auto crossing = heavy_line(landscape, x, length))
        return Properness{Finding::heavy_line, crossing->place, {}, -1 - crossing->slope};
  }
  return {};
}

}  // namespace

Properness check_density(const Landscape& landscape, const FoundWindow& found, StopToken stop) {
  if (const auto value = undefined_value(landscape, found.window)) return *value;
  if (!found.found) return {stop.stop_requested() ? Finding::unfinished : Finding::nowhere_finite, {}, {}, 0};
  if (const auto tail = improper_tail(landscape, found.window, stop)) return *tail;
  if (const auto inside = improper_inside(landscape, found, stop)) return *inside;
  return {stop.stop_requested() ? Finding::unfinished : Finding::not_shown_improper, {}, {}, 0};
}

namespace {

std::string tuple(Position x, int dim) {
  const auto rounded = [](double a) { return significant(std::abs(a) < 5e-13 ? 0 : a, 3); };
  return dim > 1 ? std::string("(") + rounded(x.x) + ", " + rounded(x.y) + ")" : std::string("x = ") + rounded(x.x);
}

std::string towards(Position direction, int dim) {
  if (dim == 1) return direction.x > 0 ? "to the right" : "to the left";
  const auto rounded = [](double a) { return std::abs(a) < 5e-3 ? 0 : a; };
  return "in the direction (" + significant(rounded(direction.x), 2) + ", " + significant(rounded(direction.y), 2) +
         ")";
}

std::string power(double exponent) { return "r^" + significant(std::round(100 * exponent) / 100, 3); }

}  // namespace

std::string sentence(const Properness& p, int dim) {
  const std::string diverges = ", so the integral diverges.";
  switch (p.finding) {
    case Finding::not_shown_improper:
      return "Not shown to be improper.";
    case Finding::unfinished:
      return "Still checking.";
    case Finding::not_a_number:
      return "E is not a number at " + tuple(p.place, dim) + ".";
    case Finding::minus_infinity:
      return std::string(no_density) + "E is minus infinity at " + tuple(p.place, dim) + ".";
    case Finding::nowhere_finite:
      return std::string(no_density) + "no place was found where E is finite.";
    case Finding::falls_for_ever:
      return std::string(no_density) + towards(p.direction, dim) + " E falls for ever: the density grows without end.";
    case Finding::heavy_tail: {
      std::string mass = "the mass at distance r does not shrink";
      if (p.exponent > 0.05) mass = "the mass at distance r grows like " + power(p.exponent);
      if (p.exponent < -0.05)
        mass = "the mass at distance r falls like " + power(p.exponent) + ", and must fall faster than " + power(-1);
      return std::string(no_density) + towards(p.direction, dim) + " " + mass + diverges;
    }
    case Finding::heavy_point:
    case Finding::heavy_line:
      return std::string(no_density) + (p.finding == Finding::heavy_line ? "on a line through " : "at ") + tuple(p.place, dim) +
             " the mass at distance r grows like " + power(p.exponent) +
             " towards it, and must grow more slowly than " + power(-1) + diverges;
  }
  return {};
}

}  // namespace ergo
