#pragma once

#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// A remark on sampler values that do not do what their names say, or on a step size that does not fit the target
/// (step_remark()), and one on gradient noise that has no effect. Empty if there is none.
std::string sampler_remark(const RunConfig&);
std::string noise_remark(const RunConfig&);

/// Target::remark() of the run's target, after half a second at most.
std::string target_remark(const RunConfig&);

/// remark_on() the exact draws of the run's target, where its density is no lattice's and has an integral. They take a
/// tenth of a second or more to make.
std::string truth_remark(const RunConfig&);

/// All remarks on a run.
std::vector<std::string> remarks(const RunConfig&);

}  // namespace ergo
