#include "core/unit/target.h"

#include <algorithm>
#include <cmath>

#include "core/unit/lattice.h"

namespace ergo {

void Target::energies(std::span<const double> x, std::span<const double> y, std::span<double> energy) const {
  for (std::size_t i = 0; i < energy.size(); ++i) energy[i] = evaluate({x[i], y[i]}).energy;
}

bool has_effect_on(const Target& target, const Parameter& parameter) {
  return parameter.along != Along::y || target.dim > 1;
}

Range slider_on(const Target& target, const Parameter& parameter) {
  const LatticeTarget* lattice = target.lattice();
  const Window window =
      lattice ? Window{{0, 0}, {lattice->sides().x - 1.0, lattice->sides().y - 1.0}} : target.window();
  const Position reach = window.high - window.low;
  switch (parameter.along) {
    case Along::x:
      return {window.low.x, window.high.x};
    case Along::y:
      return has_effect_on(target, parameter) ? Range{window.low.y, window.high.y} : parameter.slider;
    case Along::length:
      return {parameter.slider.low, (target.dim > 1 ? std::max(reach.x, reach.y) : reach.x) / 2};
    default:
      return parameter.slider;
  }
}

double reach_of(const Target& target) {
  constexpr double windows = 1e6;
  const auto [low, high] = target.window();
  return windows * std::max({std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
}

std::size_t nearest_mode(std::span<const Mode> modes, Position x) {
  std::size_t best = 0;
  double least = dot(x - modes[0].centre, x - modes[0].centre);
  for (std::size_t k = 1; k < modes.size(); ++k) {
    const Position away = x - modes[k].centre;
    if (const double square = dot(away, away); square < least) least = square, best = k;
  }
  return best;
}

}  // namespace ergo
