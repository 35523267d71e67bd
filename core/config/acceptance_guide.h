#pragma once

#include <optional>

#include "core/config/run_config.h"
#include "core/maths/estimate.h"

namespace ergo {

/// Half the width of an acceptance_guide(). On isotropic Gaussians the longer autocorrelation time of x and E of random
/// walk and MALA was measured there: at most 15 % above its shortest (4000 chains, 600 steps, errors of 1 %).
inline constexpr double guide_half_width = 0.05;

/// Where a run's mean acceptance should lie: about the sampler's best_acceptance. Nothing if that is not known for the
/// run: on targets other than the isotropic Gaussian, or with noisy gradients.
std::optional<Interval> acceptance_guide(const RunConfig&);

}  // namespace ergo
