#pragma once

#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// Values of a sampler's parameters when it is chosen on a target. By the target: those with a StepRule follow the
/// widths of the target at its own defaults, to two digits. A target with parameters of its own is taken at the defaults
/// of these. Fixed: all as declared.
std::vector<double> default_values(const Descriptor& sampler, const UnitChoice& target, Defaults defaults);

/// The default of a parameter with a StepRule on this very target.
double default_step(const Parameter& parameter, const UnitChoice& target);

/// Brings the sampler's step sizes along to another target or other rules: those that are still at their default
/// become the new default, those that were set stay. `before`: the configuration before the change.
void settle_steps(RunConfig& config, const RunConfig& before);

/// What to know of the configuration's step sizes: one that is unstable on the target, or whose bias is beyond its
/// band, and a value that would do. Empty if there is nothing.
std::string step_remark(const RunConfig& config);

}  // namespace ergo
