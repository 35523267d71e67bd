#pragma once

#include <cstdint>
#include <vector>

#include "core/unit/gradient_noise.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

/// q(. | x), averaged over the noise of the gradient at x. The noise of one component must act on its own
/// axis alone, as it does on first-order proposals: the mean of the product is then the product of the means.
/// The mean over z ~ N(0, 1) is the trapezoidal sum, which converges geometrically, halved until it stands
/// to 1e-13. Throws Error for kinds of noise other than none, gaussian and state_dependent.
std::vector<ProductMass> expected_masses(const LatticeKernel& kernel, Position x, const Evaluation& at,
                                         const Oracle& oracle, const GradientNoise& noise,
                                         std::uint64_t step);

}  // namespace ergo
