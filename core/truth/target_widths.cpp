#include "core/truth/target_widths.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/unit/lattice.h"

namespace ergo {
namespace {

struct Weighted {
  double value, mass;
};

constexpr int place_count = 4096, side = 64;

std::vector<Place> drawn_places(const Target& target) {
  std::vector<Place> places;
  for (int i = 0; i < place_count; ++i) {
    const auto x = target.draw(Draws(0, Purpose::diagnostics, static_cast<std::uint32_t>(i), 0, target.dim));
    if (!x) return {};
    places.push_back({*x, 1.0 / place_count});
  }
  return places;
}

/// The nodes of a grid over the window, or the sites of a lattice of which no more than about `side` along
/// each axis are taken.
std::vector<Place> grid_places(const Target& target) {
  const LatticeTarget* lattice = target.lattice();
  const Window window = target.window();
  std::vector<Place> places;
  double least = INFINITY;
  const auto add = [&](Position x) {
    const double energy = target.evaluate(x).energy;
    if (!std::isfinite(energy)) return;
    places.push_back({x, energy});
    least = std::min(least, energy);
  };
  if (lattice) {
    const Sides sides = lattice->sides();
    const int step_x = (sides.x + side - 1) / side, step_y = (sides.y + side - 1) / side;
    for (int i = 0; i < sides.x; i += step_x)
      for (int j = 0; j < sides.y; j += step_y) add({static_cast<double>(i), static_cast<double>(j)});
  } else {
    const int across = target.dim > 1 ? side : place_count, up = target.dim > 1 ? side : 1;
    const Position size = window.high - window.low;
    for (int i = 0; i < across; ++i)
      for (int j = 0; j < up; ++j)
        add({window.low.x + (i + 0.5) / across * size.x,
             target.dim > 1 ? window.low.y + (j + 0.5) / up * size.y : 0});
  }
  double total = 0;
  for (Place& place : places) total += place.mass = std::exp(least - place.mass);
  for (Place& place : places) place.mass /= total;
  return places;
}

/// The larger eigenvalue of the symmetric matrix [[xx, xy], [xy, yy]].
double larger_eigenvalue(double xx, double xy, double yy) {
  return (xx + yy) / 2 + std::hypot((xx - yy) / 2, xy);
}

/// By central differences of the gradient.
double curvature_in_plane(const Target& target, Position x, double h) {
  const auto slope = [&](Position step) {
    return (target.evaluate(x + step).gradient - target.evaluate(x - step).gradient) / (2 * h);
  };
  const Position along_x = slope({h, 0});
  if (target.dim == 1) return along_x.x;
  const Position along_y = slope({0, h});
  return larger_eigenvalue(along_x.x, (along_x.y + along_y.x) / 2, along_y.y);
}

/// By second differences of the energy along the axes, from the lattice's inner sites.
double curvature_on_lattice(const Target& target, Sides sides, Position x) {
  const auto inner = [](double at, int length) {
    return std::clamp(at, std::min(1.0, length - 1.0), std::max(length - 2.0, 0.0));
  };
  const Position at = {inner(x.x, sides.x), inner(x.y, sides.y)};
  const auto second = [&](Position step, int length) {
    if (length < 3) return 0.0;
    return target.evaluate(at + step).energy - 2 * target.evaluate(at).energy +
           target.evaluate(at - step).energy;
  };
  return std::max(second({1, 0}, sides.x), second({0, 1}, sides.y));
}

/// The curvature that a share of the mass does not exceed.
double quantile(const std::vector<Weighted>& sorted, double share) {
  double below = 0;
  for (const Weighted& curvature : sorted)
    if ((below += curvature.mass) >= share) return curvature.value;
  return sorted.back().value;
}

/// The sum over the neighbours, and their number.
void add_misfit(const LatticeTarget& target, Position x, double& sum, int& neighbours) {
  const auto [energy, gradient] = target.evaluate(x);
  const Sides sides = target.sides();
  for (const Position step : {Position{1, 0}, Position{-1, 0}, Position{0, 1}, Position{0, -1}}) {
    const Position y = x + step;
    if (y.x < 0 || y.y < 0 || y.x > sides.x - 1 || y.y > sides.y - 1) continue;
    const Evaluation at = target.evaluate(y);
    sum += std::abs(0.5 * dot(gradient + at.gradient, step) - (at.energy - energy));
    ++neighbours;
  }
}

}  // namespace

double gradient_misfit(const LatticeTarget& target) {
  double mean = 0;
  for (const auto& [x, mass] : places_of(target)) {
    double sum = 0;
    int neighbours = 0;
    add_misfit(target, x, sum, neighbours);
    if (neighbours > 0 && std::isfinite(sum)) mean += mass * sum / neighbours;
  }
  return mean;
}

std::vector<Place> places_of(const Target& target) {
  std::vector<Place> places = target.lattice() ? std::vector<Place>() : drawn_places(target);
  return places.empty() ? grid_places(target) : places;
}

TargetWidths widths_of(const Target& target) {
  const LatticeTarget* lattice = target.lattice();
  const std::vector<Place> places = places_of(target);
  const Window window = target.window();
  const double widest =
      std::max({window.high.x - window.low.x, target.dim > 1 ? window.high.y - window.low.y : 0,
                lattice ? static_cast<double>(std::max(lattice->sides().x, lattice->sides().y)) : 0});
  std::vector<Weighted> curvatures;
  for (const auto& [x, mass] : places) {
    const double value = lattice ? curvature_on_lattice(target, lattice->sides(), x)
                                 : curvature_in_plane(target, x, 1e-6 * widest);
    if (std::isfinite(value)) curvatures.push_back({value, mass});
  }
  if (curvatures.empty()) return {widest, widest};
  std::ranges::sort(curvatures, {}, &Weighted::value);
  const auto width = [&](double share) {
    const double curvature = quantile(curvatures, share);
    const double found = curvature > 1 / (widest * widest) ? 1 / std::sqrt(curvature) : widest;
    return lattice ? std::max(found, 1.0) : found;
  };
  return {width(0.999), width(0.5)};
}

}  // namespace ergo
