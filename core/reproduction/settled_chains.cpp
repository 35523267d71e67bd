#include "core/reproduction/settled_chains.h"

#include <cmath>

#include "core/sites/site_jumps.h"
#include "core/sites/site_units.h"

namespace ergo {

SettledChains::SettledChains(std::shared_ptr<const SiteTarget> target, const std::string& sampler,
                             std::span<const SiteSetting> settings, std::size_t chains,
                             const SiteStart& start, std::uint64_t steps, ThreadPool& pool,
                             const Listener& listener)
    : target_(std::move(target)),
      sampler_(make_site_sampler(sampler, target_, settings)),
      swarm_(*sampler_, chains, 1, start) {
  swarm_.advance(steps, pool, {}, listener.pause);
  std::vector<double> sums(chains), squares(chains);
  swarm_.advance(
      steps, pool,
      [&](std::size_t chain, const SiteChain&, const SiteStepReport& report) {
        sums[chain] += report.energy;
        squares[chain] += report.energy * report.energy;
      },
      listener.pause);
  const double count = static_cast<double>(chains * steps);
  double mean = 0, square = 0;
  for (std::size_t chain = 0; chain < chains; ++chain)
    mean += sums[chain] / count, square += squares[chain] / count;
  variance_ = square - mean * mean;
}

SamplerEfficiency SettledChains::efficiency(const SiteSampler& sampler, std::uint64_t steps, ThreadPool& pool,
                                            const Listener& listener) const {
  SiteChains swarm(sampler, swarm_, 3);
  const SiteCoding coding = sampler.target().coding();
  std::vector<Configuration> before;
  for (const SiteChain& chain : swarm.chains()) before.push_back(chain.x);
  std::vector<double> means(before.size()), jumps(before.size());
  const SiteAverages averages = swarm.advance(
      steps, pool,
      [&](std::size_t chain, const SiteChain& now, const SiteStepReport& report) {
        means[chain] += report.energy / static_cast<double>(steps);
        jumps[chain] += jump_distance(coding, before[chain], now.x) / static_cast<double>(steps);
        before[chain] = now.x;
      },
      listener.pause);
  const Estimate spread = spread_of(means);
  const double draws = variance_ / (spread.value * spread.value);
  return {{draws, 2 * draws * spread.error / spread.value}, averages, mean_of(jumps).value};
}

double value_that_accepts(double acceptance, const std::string& sampler, const std::string& parameter,
                          Interval range, const SettledChains& at, std::uint64_t steps, ThreadPool& pool,
                          const Listener& listener) {
  constexpr int halvings = 16;
  const auto target = at.shared_target();
  double low = std::log(range.low), high = std::log(range.high);
  for (int k = 0; k < halvings; ++k) {
    const double middle = (low + high) / 2;
    const auto tried = make_site_sampler(sampler, target, {{parameter, std::exp(middle)}});
    SiteChains swarm(*tried, at.chains(), 2);
    const bool accepts = swarm.advance(steps, pool, {}, listener.pause).acceptance.value > acceptance;
    (accepts ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

}  // namespace ergo
