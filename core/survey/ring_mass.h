#pragma once

#include "core/survey/landscape.h"

namespace ergo {

/// The mass exp(-E) on the edge of a square about a point, of half side R; in one dimension, at the two points R away.
/// As squares of all R fill the plane, Z is the integral of R M(R) over log R, M the integral of exp(-E) along the
/// edge.
struct RingMass {
  double log_mass = 0;  ///< log of R M(R), within a few per cent of R M(R) that hardly change with R
  double lowest = 0;    ///< energy on the side with most mass,
  Position place;       ///< and where
  /// False where the rounding of positions makes E jump there, so that mass may be missed.
  bool trusted = true;
};

/// Nodes stand at powers of ten of their distance from the middle of each side, down to 1e-18 R, and about the five
/// lowest minima that these show, in lengths over which E rises by 1 there: horns far narrower than R are seen, and
/// those along an axis through the point whatever their width. At most 1e4 evaluations; 2e3 with a minimum a side.
RingMass ring_mass(const Landscape& landscape, Position centre, double radius);

}  // namespace ergo
