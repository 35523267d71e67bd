#include "core/sites/site_jumps.h"

#include <cmath>

namespace ergo {

double jump_distance(SiteCoding coding, ConfigurationView x, ConfigurationView y) {
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    distance += coding == SiteCoding::numbers ? std::abs(x[i] - y[i]) : x[i] != y[i];
  return distance;
}

Estimate mean_jump(SiteChains& swarm, std::uint64_t steps, ThreadPool& pool, const SitePause& pause) {
  const SiteCoding coding = swarm.target().coding();
  std::vector<Configuration> before;
  for (const SiteChain& chain : swarm.chains()) before.push_back(chain.x);
  std::vector<double> means(before.size());
  swarm.advance(
      steps, pool,
      [&](std::size_t chain, const SiteChain& now, const SiteStepReport&) {
        means[chain] += jump_distance(coding, before[chain], now.x) / static_cast<double>(steps);
        before[chain] = now.x;
      },
      pause);
  return mean_of(means);
}

}  // namespace ergo
