#pragma once

#include <cmath>

#include "core/unit/registry.h"

namespace ergo {

/// Mass of e^{-E/temperature} left of the middle between the double well's minima.
inline double left_mass(double temperature) {
  const auto target = target_unit("double_well").make();
  const double middle = 0.5 * (target->modes()[0].centre.x + target->modes()[1].centre.x);
  double left = 0, all = 0;
  for (double x = -12; x < 12; x += 1e-3) {
    const double p = std::exp(-target->evaluate({x, 0}).energy / temperature);
    all += p;
    left += x < middle ? p : 0;
  }
  return left / all;
}

/// p^2/2 in the mean under a friction xi that stays as it is and noise of strength B, both under Euler's step
/// of h.
inline double kinetic_energy_under(double xi, double B = 1, double h = 0.01) {
  return B / (2 * xi * (1 - xi * h / 2));
}

}  // namespace ergo
