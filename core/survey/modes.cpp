#include "core/survey/modes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/survey/low_points.h"

namespace ergo {
namespace {

constexpr std::size_t most_starts = 256, most_on_ridges = 100;
constexpr int window_nodes = 97;
constexpr double mode_barrier = 0.1;            // that makes a minimum a mode
constexpr double one_sd = 0.5, three_sd = 4.5;  // rises of E so far from a Gaussian's mean
constexpr double flattest = 1e-2;               // part of a rise that is left at half its distance
constexpr double least_share = 1e-4;            // of the heaviest mode's mass
constexpr double smallest = 1e-8;               // circle, in diagonals of the window
constexpr double growth = 1.25;                 // from circle to circle

/// Circles about a point, on which it follows the lowest place from one to the next.
class Circles {
 public:
  Circles(const Landscape& landscape, LowPoint middle) : landscape_(landscape), middle_(middle) {}

  /// Whether E is at least `rise` above the middle all along a circle.
  bool enclosed(double radius, double rise) {
    const double level = middle_.energy + rise;
    if (landscape_.dim == 1)
      return landscape_(middle_.place + Position{radius, 0}) >= level &&
             landscape_(middle_.place - Position{radius, 0}) >= level;
    if (lowest_near(angle_, 0.3, radius, level) < level) return false;
    constexpr int samples = 64;
    std::vector<std::pair<double, double>> low;
    for (int k = 0; k < samples; ++k) {
      const double angle = 2 * std::numbers::pi * k / samples, energy = at(angle, radius);
      if (energy < level) {
        angle_ = angle;
        return false;
      }
      low.push_back({energy, angle});
    }
    std::partial_sort(low.begin(), low.begin() + 3, low.end());
    for (int k = 0; k < 3; ++k)
      if (lowest_near(low[k].second, 2 * std::numbers::pi / samples, radius, level) < level) return false;
    return true;
  }

  /// The smallest radius of a circle on which E is so much higher, to a thousandth; nothing up to `most`.
  std::optional<double> enclosing_radius(double rise, double least, double most) {
    double radius = least;
    while (radius <= most && !enclosed(radius, rise)) radius *= growth;
    if (radius > most) return {};
    double open = radius / growth;
    for (int halving = 0; halving < 8; ++halving) {
      const double middle = std::sqrt(open * radius);
      (enclosed(middle, rise) ? radius : open) = middle;
    }
    return radius;
  }

 private:
  double at(double angle, double radius) const {
    return landscape_(middle_.place + radius * Position{std::cos(angle), std::sin(angle)});
  }

  /// The lowest energy by golden sections within an angle of another; ends as soon as it is below `enough`, and
  /// keeps that place.
  double lowest_near(double angle, double within, double radius, double enough) {
    constexpr double golden = 0.6180339887498949;
    double low = angle - within, high = angle + within;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = at(a, radius), at_b = at(b, radius);
    while (std::min(at_a, at_b) >= enough && high - low > 1e-7) {
      if (at_a < at_b) {
        high = b, b = a, at_b = at_a;
        at_a = at(a = high - golden * (high - low), radius);
      } else {
        low = a, a = b, at_a = at_b;
        at_b = at(b = low + golden * (high - low), radius);
      }
    }
    if (std::min(at_a, at_b) < enough) angle_ = at_a < at_b ? a : b;
    return std::min(at_a, at_b);
  }

  const Landscape& landscape_;
  LowPoint middle_;
  double angle_ = 0;
};

struct Minimum {
  LowPoint point;
  double basin = 0;  ///< radius of the smallest circle with a barrier
};

bool inside(const Window& window, Position x, int dim) {
  return x.x >= window.low.x && x.x <= window.high.x && (dim == 1 || (x.y >= window.low.y && x.y <= window.high.y));
}

/// Separate minima, the lowest first.
std::vector<Minimum> separate(const Landscape& landscape, const std::vector<LowPoint>& points, double diagonal,
                              const StopToken& stop) {
  std::vector<Minimum> minima;
  std::size_t on_ridges = 0;
  for (const LowPoint& point : points) {
    if (minima.size() == most_found_modes || on_ridges == most_on_ridges || stop.stop_requested()) break;
    const auto same = [&](const Minimum& other, double basin) {
      return norm(point.place - other.point.place) < std::max(other.basin, basin);
    };
    const auto is_known = [&](double basin) {
      return std::ranges::any_of(minima, [&](const Minimum& other) { return same(other, basin); });
    };
    if (is_known(0)) continue;
    Circles circles(landscape, point);
    const auto basin = circles.enclosing_radius(mode_barrier, smallest * diagonal, diagonal);
    if (!basin || !circles.enclosed(0.5 * *basin, flattest * mode_barrier))
      ++on_ridges;
    else if (!is_known(*basin))
      minima.push_back({point, *basin});
  }
  return minima;
}

double half_to_nearest(const std::vector<Minimum>& minima, std::size_t k, double most) {
  for (std::size_t other = 0; other < minima.size(); ++other)
    if (other != k) most = std::min(most, 0.5 * norm(minima[other].point.place - minima[k].point.place));
  return most;
}

}  // namespace

std::vector<Mode> find_modes(const Landscape& landscape, const Window& window, std::span<const LowPoint> near,
                             StopToken stop) {
  const Position side = window.high - window.low;
  const double diagonal = landscape.dim > 1 ? norm(side) : side.x;
  std::vector<LowPoint> points;
  for (const LowPoint& point : near)
    if (std::isfinite(point.energy) && inside(window, point.place, landscape.dim)) points.push_back(point);
  for (const LowPoint& node : low_nodes(landscape, window, window_nodes, most_starts)) {
    if (stop.stop_requested()) break;
    const LowPoint end = descend(landscape, node.place, diagonal / (3 * window_nodes));
    if (std::isfinite(end.energy) && inside(window, end.place, landscape.dim)) points.push_back(end);
  }
  std::sort(points.begin(), points.end(), [](const LowPoint& a, const LowPoint& b) { return a.energy < b.energy; });

  const std::vector<Minimum> minima = separate(landscape, points, diagonal, stop);
  std::vector<Mode> modes;
  std::vector<double> log_mass;
  for (std::size_t k = 0; k < minima.size(); ++k) {
    const double most = half_to_nearest(minima, k, diagonal);
    double radius = most;
    Circles circles(landscape, minima[k].point);
    if (const auto sd = circles.enclosing_radius(one_sd, minima[k].basin, most)) {
      radius = std::min(radius, 3 * *sd);
      if (const auto all = circles.enclosing_radius(three_sd, *sd, radius)) radius = *all;
    }
    modes.push_back({minima[k].point.place, radius});
    log_mass.push_back(landscape.dim * std::log(modes.back().radius) - minima[k].point.energy);
  }
  std::vector<std::size_t> order(modes.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return log_mass[a] > log_mass[b]; });
  std::vector<Mode> kept;
  for (const std::size_t k : order)
    if (log_mass[k] > log_mass[order.front()] + std::log(least_share)) kept.push_back(modes[k]);
  return kept;
}

}  // namespace ergo
