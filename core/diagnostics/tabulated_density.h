#pragma once

#include <limits>
#include <vector>

#include "core/diagnostics/axis.h"
#include "core/unit/target.h"

namespace ergo {

/// A target's law as point masses on the nodes of a tensor grid (one node in y for dim 1). The trapezoidal
/// rule converges exponentially for smooth densities that vanish at the edges, so spacings near the smallest
/// standard deviation are enough.
struct TabulatedDensity {
  Axis x, y;
  std::vector<double> mass;   ///< [x, y], sums to 1
  double log_normaliser = 0;  ///< log of the integral of exp(-E)
  double error = 0;           ///< of the mass and of Fourier coefficients, when every second node is left out

  double at(int i, int j) const { return mass[static_cast<std::size_t>(i) * y.count() + j]; }
};

/// Tabulates exp(-E) over a rectangle that leaves out less than 1e-8 of the mass, found from the energy alone
/// by a survey around the target's window. Nodes are at most `resolution` apart and doubled until the Fourier
/// coefficients of wave number 1/resolution agree to 1e-7, or 2^22 nodes would be passed.
/// Without a resolution: a sixteenth of the window.
TabulatedDensity tabulate(const Target& target, double resolution = 0);

}  // namespace ergo
