#pragma once

#include <string>
#include <vector>

#include "core/unit/descriptor.h"

namespace ergo {

/// Ids of a sampler's parameters that are real or whole numbers.
std::vector<std::string> numbers_of(const Descriptor& sampler);

/// One of them by id. Throws Error naming `option` if the sampler has no such number.
const Parameter& number_of(const Descriptor& sampler, const std::string& id, const std::string& option);

/// The value at `share` of the slider's range, from 0 to 1, in the parameter's scale.
double slider_value(const Parameter& parameter, double share);

}  // namespace ergo
