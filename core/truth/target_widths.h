#pragma once

#include <vector>

#include "core/unit/target.h"

namespace ergo {

/// How narrow a target is: 1/sqrt of the largest curvature of E at exact draws, in units of the plane or in sites.
/// Of N(0, s^2) it is s everywhere.
struct TargetWidths {
  double narrow;   ///< one draw in a thousand is at a narrower place
  double typical;  ///< half of the draws are
};

/// From 4096 places: draws of fixed seed where the target has them, else a grid over its window with the masses of its
/// nodes. On a lattice the curvature is that of the energies of neighbouring sites. Flat places count as wide as the
/// window, and no lattice is narrower than its spacing. It takes about a millisecond.
TargetWidths widths_of(const Target& target);

/// A place, and the share of the draws that it stands for.
struct Place {
  Position x;
  double mass;
};

/// The places from which the widths are found: a coarse picture of where the target's draws are.
std::vector<Place> places_of(const Target& target);

/// How far the gradient misjudges the energies of neighbours, on average over the draws of a target on a lattice: the
/// mean of |(grad E(x) + grad E(y)).(y - x)/2 - (E(y) - E(x))| over the neighbours y of x. Samplers that trust the
/// gradient without a Metropolis step keep this error however small their steps.
double gradient_misfit(const LatticeTarget& target);

}  // namespace ergo
