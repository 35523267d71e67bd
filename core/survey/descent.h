#pragma once

#include "core/survey/landscape.h"

namespace ergo {

/// Where a descent ended.
struct LowPoint {
  Position place;
  double energy = 0;
};

/// Follows E downhill from a point by the simplex method of Nelder and Mead (1965), begun anew until that gains
/// nothing. It asks for no gradient, so that cusps, walls of infinite energy and floors that are flat do no harm.
/// `step` is the length of its first steps; later ones double or halve. E must not be infinite at the start.
///
/// Ends at a local minimum to about 1e-6 of its width, or within 1500 evaluations; where E falls for ever, far out
/// or at an energy of minus infinity.
LowPoint descend(const Landscape& landscape, Position start, double step);

}  // namespace ergo
