#pragma once

#include <string>

#include "core/picture/comparison_scene.h"

namespace ergo {

/// What a scene drew. Where there are several runs, each has in its top left corner its sampler, beside a dot
/// of the sampler's colour, and below it the sampler's numbers.
Image captioned(const Comparison& runs, const ComparisonScene& scene);

/// A frame of a clip: every run has that and its step, and numbers along its edges where it has scales.
Image annotated(const Comparison& runs, const ComparisonScene& scene);

/// "Ring of Gaussians, ESH leapfrog", of a comparison all samplers.
std::string title_of(const Comparison& runs);

}  // namespace ergo
