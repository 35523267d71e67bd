#pragma once

#include <vector>

#include "core/unit/registry.h"

namespace ergo {

/// The targets and samplers of core/site_targets and core/site_samplers as units of runs.
std::vector<TargetUnit> site_plane_targets();
std::vector<SamplerUnit> site_plane_samplers();

}  // namespace ergo
