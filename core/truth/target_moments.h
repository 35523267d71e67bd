#pragma once

#include "core/truth/tabulated_density.h"
#include "core/unit/target.h"

namespace ergo {

/// Of the nodes' masses. A tail that the table leaves out is missing here too: of the funnel's x, whose tails
/// are lognormal, 0.4 % of the variance and two thirds of the square's.
TargetMoments moments_of(const TabulatedDensity& density);

/// The target's: by its own formula or that of Gaussian mixtures, else by quadrature.
TargetMoments exact_moments(const Target& target);

}  // namespace ergo
