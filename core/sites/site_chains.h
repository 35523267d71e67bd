#pragma once

#include <functional>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/maths/estimate.h"
#include "core/sites/site_sampler.h"

namespace ergo {

/// Means over steps and chains. Errors are from the spread of the chains' own means, so they hold for any
/// autocorrelation; NaN for one chain.
struct SiteAverages {
  Estimate energy, level, level_squared;  ///< E, mean_level() and its square, after each step
  Estimate acceptance, proposed, changed;
  Estimate changed_per_accepted;  ///< sum of acceptance x proposed/sum of acceptance
};

/// Called between steps, by the thread that asked for them.
using SitePause = std::function<void()>;

/// The configuration that a chain starts from.
using SiteStart = std::function<Configuration(const SiteDraws& draws)>;
SiteStart uniform_site_start(const SiteTarget& target);  ///< all values of a site equally likely
SiteStart same_site_start(Configuration x);

/// Independent chains of one sampler. Chain c at step k draws from (seed, c, k) alone: paths depend neither
/// on how many chains there are nor on threads.
class SiteChains {
 public:
  /// Steps are numbered from 0; `start` is called with Purpose::start. The sampler must outlive the chains.
  SiteChains(const SiteSampler& sampler, std::size_t chains, std::uint64_t seed, const SiteStart& start);
  /// Chains that start where those of `before` are.
  SiteChains(const SiteSampler& sampler, const SiteChains& before, std::uint64_t seed);
  /// Makes the coming steps with another sampler of the same target, which must outlive the chains.
  void use(const SiteSampler& sampler);

  /// Told of every step of every chain, from several threads, those of one chain in order.
  using Observer =
      std::function<void(std::size_t chain, const SiteChain& state, const SiteStepReport& report)>;
  /// Makes `steps` > 0 steps with each chain. `pause` is called about once a second or more often; it may
  /// throw to stop.
  SiteAverages advance(std::uint64_t steps, ThreadPool& pool, const Observer& observe = {},
                       const SitePause& pause = {});

  const SiteTarget& target() const { return sampler_->target(); }
  std::uint64_t steps() const { return steps_; }                    ///< made so far
  const std::vector<SiteChain>& chains() const { return chains_; }  ///< without room for steps

 private:
  void add(Configuration x);
  void step_all(std::uint64_t steps, ThreadPool& pool, const Observer& observe);

  const SiteSampler* sampler_;
  std::uint64_t seed_, steps_ = 0;
  std::vector<SiteChain> chains_;
};

}  // namespace ergo
