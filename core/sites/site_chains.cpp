#include "core/sites/site_chains.h"

#include <algorithm>
#include <stdexcept>

namespace ergo {

SiteStart uniform_site_start(const SiteTarget& target) {
  return [n = static_cast<std::size_t>(target.sites()), q = target.values()](const SiteDraws& draws) {
    Configuration x(n);
    for (std::size_t site = 0; site < n; ++site)
      x[site] = static_cast<std::uint8_t>(draws(static_cast<std::uint32_t>(site)) * q);
    return x;
  };
}

SiteStart same_site_start(Configuration x) {
  return [x = std::move(x)](const SiteDraws&) { return x; };
}

SiteChains::SiteChains(const SiteSampler& sampler, std::size_t chains, std::uint64_t seed,
                       const SiteStart& start)
    : sampler_(&sampler), seed_(seed) {
  chains_.reserve(chains);
  for (std::size_t chain = 0; chain < chains; ++chain)
    add(start({seed, Purpose::start, static_cast<std::uint32_t>(chain), 0}));
}

SiteChains::SiteChains(const SiteSampler& sampler, const SiteChains& before, std::uint64_t seed)
    : sampler_(&sampler), seed_(seed) {
  for (const SiteChain& chain : before.chains_) add(chain.x);
}

void SiteChains::use(const SiteSampler& sampler) {
  if (&sampler.target() != &sampler_->target())
    throw std::logic_error("chains go on with a sampler of another target");
  sampler_ = &sampler;
}

void SiteChains::add(Configuration x) {
  chains_.emplace_back(sampler_->target(), std::move(x));
  chains_.back().room = {};
}

namespace {

/// Steps times sites between two pauses. A site takes a microsecond or less, unless the target is a large
/// machine.
constexpr std::uint64_t between_pauses = 200'000;

/// ChainSums over the steps of one chain, in the order of SiteAverages.
struct ChainSums {
  double energy = 0, level = 0, level_squared = 0, acceptance = 0, proposed = 0, changed = 0,
         accepted_changes = 0;

  void add(const SiteStepReport& report, double level_now) {
    energy += report.energy;
    level += level_now;
    level_squared += level_now * level_now;
    acceptance += report.acceptance;
    proposed += report.proposed;
    changed += report.changed;
    accepted_changes += report.acceptance * report.proposed;
  }
};

SiteAverages averages_over(std::span<const ChainSums> sums, double steps) {
  std::vector<double> values(sums.size()), weights(sums.size());
  const auto average = [&](double ChainSums::*sum) {
    for (std::size_t chain = 0; chain < sums.size(); ++chain) values[chain] = sums[chain].*sum / steps;
    return mean_of(values);
  };
  SiteAverages averages{average(&ChainSums::energy),
                        average(&ChainSums::level),
                        average(&ChainSums::level_squared),
                        average(&ChainSums::acceptance),
                        average(&ChainSums::proposed),
                        average(&ChainSums::changed),
                        {}};
  for (std::size_t chain = 0; chain < sums.size(); ++chain) {
    weights[chain] = sums[chain].acceptance;
    values[chain] = weights[chain] > 0 ? sums[chain].accepted_changes / weights[chain] : 0;
  }
  averages.changed_per_accepted = mean_of(values, weights);
  return averages;
}

}  // namespace

SiteAverages SiteChains::advance(std::uint64_t steps, ThreadPool& pool, const Observer& observe,
                                 const SitePause& pause) {
  if (steps == 0) throw std::logic_error("averages over no steps");
  const std::uint64_t site_steps = chains_.size() * static_cast<std::uint64_t>(sampler_->target().sites());
  const std::uint64_t part =
      std::max<std::uint64_t>(1, between_pauses / std::max<std::uint64_t>(1, site_steps));
  std::vector<ChainSums> sums(chains_.size());
  for (std::uint64_t made = 0; made < steps; made += std::min(part, steps - made)) {
    if (pause) pause();
    step_all(std::min(part, steps - made), pool,
             [&](std::size_t chain, const SiteChain& state, const SiteStepReport& report) {
               sums[chain].add(report, mean_level(sampler_->target(), state.x));
               if (observe) observe(chain, state, report);
             });
  }
  return averages_over(sums, static_cast<double>(steps));
}

/// One room serves all chains of a block: that of the last chain is still near the processor.
void SiteChains::step_all(std::uint64_t steps, ThreadPool& pool, const Observer& observe) {
  pool.for_blocks(chains_.size(), [&](std::size_t begin, std::size_t end) {
    SiteChain state;
    state.fit(sampler_->target());
    for (std::size_t chain = begin; chain < end; ++chain) {
      state.x.swap(chains_[chain].x);
      state.energy = chains_[chain].energy;
      for (std::uint64_t k = 0; k < steps; ++k) {
        const SiteDraws draws(seed_, Purpose::step, static_cast<std::uint32_t>(chain), steps_ + k);
        observe(chain, state, sampler_->step(state, draws));
      }
      state.x.swap(chains_[chain].x);
      chains_[chain].energy = state.energy;
    }
  });
  steps_ += steps;
}

}  // namespace ergo
