#pragma once

#include <limits>
#include <vector>

#include "core/truth/axis.h"
#include "core/unit/target.h"

namespace ergo {

/// A target's distribution as point masses on the nodes of a tensor grid (one node in y for dim 1). The
/// trapezoidal rule converges exponentially for smooth densities that vanish at the edges, so spacings near
/// the smallest standard deviation are enough.
struct TabulatedDensity {
  Axis x, y;
  std::vector<double> mass;   ///< [x, y], sums to 1
  double log_normaliser = 0;  ///< log of the integral of exp(-E)
  double error = 0;           ///< of Fourier coefficients: mass left out and estimated error of the rule

  double at(int i, int j) const { return mass[static_cast<std::size_t>(i) * y.count() + j]; }
};

/// Tabulates exp(-E) over a rectangle that leaves out less than 1e-8 of the mass, found from the energy alone
/// by descents in the target's window and the mass within a million windows of it (core/survey). Nodes are at most
/// `resolution` apart (without one: a sixteenth of the window; further where 2^22 nodes do not suffice) and doubled
/// until the mass and the Fourier coefficients of wave number 1/resolution are stable, or 2^22 nodes would be passed.
/// Where leaving out every second node changes these by d, all nodes err by d^2 or less, as the rule's error for an
/// analytic density is exp(-c/spacing) or, for Gaussian features, exp(-c/spacing^2); but by 2.5 d where leaving out
/// three of four changes them by less than 32 d, as at a cusp, or the target says that its density is not analytic.
/// The density may end at a wall: half the mass of the nodes beside it is added to the error, and so is what the cells
/// of core/survey find more or less of, above a thousandth.
/// Of a lattice: its sites and their exact masses.
TabulatedDensity tabulate(const Target& target, double resolution = 0);

}  // namespace ergo
