#pragma once

#include "core/sites/site_chains.h"

namespace ergo {

/// The L1 distance of two configurations: sum |x_i - y_i| of numbers, and of classes the number of sites that
/// differ.
double jump_distance(SiteCoding coding, ConfigurationView x, ConfigurationView y);

/// Makes `steps` > 0 steps with each chain, and returns how far one goes in a step, on average over steps and
/// chains (Sun et al. 2023, Algorithm 4).
Estimate mean_jump(SiteChains& swarm, std::uint64_t steps, ThreadPool& pool, const SitePause& pause = {});

}  // namespace ergo
