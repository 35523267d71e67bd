#pragma once

#include <string>

#include "core/picture/comparison_scene.h"

namespace ergo {

/// What is written on pictures: nothing; where there are several runs, in each one's top left corner its
/// sampler, beside a dot of the run's colour, and below it the sampler's numbers and own_conditions(); for frames of a clip,
/// in every run that and its step, and numbers along its edges where it has scales.
enum class Words { none, captions, all };

/// What a scene drew, the marginal strips that its view asks for, and words.
Image picture_of(const Comparison& runs, ComparisonScene& scene, Words words);

/// "Ring of Gaussians, ESH leapfrog", of a comparison all samplers.
std::string title_of(const Comparison& runs);

}  // namespace ergo
