#pragma once

#include "core/truth/tabulated_density.h"

namespace ergo {

/// How far moments of a table may be from the density's, coordinate by coordinate; infinite where the density
/// seems to have none.
struct MomentErrors {
  Position mean, variance;
};

/// The table's error in proportion to the spread, and the part of the tails that the table leaves out. A tail
/// is taken for a power of the distance, with the exponent between the last 1e-6 and 1e-8 of the mass on its
/// side (Hill 1975): beyond a distance X with mass m it has n/(n - k) m X^k of the k-th moment, and no end of
/// it where n <= k.
MomentErrors moment_errors(const TabulatedDensity& table);

}  // namespace ergo
