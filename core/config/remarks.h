#pragma once

#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// Of the sampler's values, what they do other than their names promise; of the gradient noise, why it has no
/// effect. Empty where there is nothing to say.
std::string sampler_remark(const RunConfig&);
std::string noise_remark(const RunConfig&);

/// All of a run's.
std::vector<std::string> remarks(const RunConfig&);

}  // namespace ergo
