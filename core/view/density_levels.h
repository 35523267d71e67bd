#pragma once

#include <array>

#include "core/unit/target.h"

namespace ergo {

/// Masses whose highest-density regions the contours enclose.
inline constexpr std::array<double, 4> contour_masses = {0.5, 0.8, 0.95, 0.99};

/// What the picture needs to know of a density as a whole, by quadrature over the target's window.
struct DensityLevels {
  double peak = 0;                      ///< lowest energy
  double log_mass = 0;                  ///< log of the integral of exp(-E) over the window
  std::array<double, 4> energies = {};  ///< {E <= energies[k]} holds contour_masses[k] of the window's mass
};

DensityLevels density_levels(const Target& target);

/// Exponent of brightness = (density/highest density)^transfer: where 95 % of the mass are enclosed,
/// brightness has fallen to exp(-1.8). For a Gaussian of the plane the exponent is 0.6. At most 1, so that
/// half the mass of the largest site is half as bright however few sites hold the 95 %.
double transfer(const DensityLevels& levels);

}  // namespace ergo
