#pragma once

#include "core/sites/site_sampler.h"

namespace ergo {

/// Block Gibbs on a target with a hidden layer: h ~ p(h | x), then x ~ p(x | h).
std::unique_ptr<SiteSampler> make_hidden_gibbs(std::shared_ptr<const SiteTarget> target);

}  // namespace ergo
