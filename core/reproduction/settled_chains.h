#pragma once

#include <memory>
#include <string>

#include "core/reproduction/experiment.h"
#include "core/sites/site_chains.h"
#include "core/sites/site_units.h"

namespace ergo {

/// What a sampler does from equilibrium on.
struct SamplerEfficiency {
  Estimate draws;  ///< effective draws of E in a chain
  SiteAverages averages;
  double jump = 0;  ///< L1 distance of a step
};

/// Chains of one target at equilibrium, and the variance of E there.
class SettledChains {
 public:
  /// By so many steps of the sampler with this id, which must get there in them, and as many more for the
  /// variance.
  SettledChains(std::shared_ptr<const SiteTarget> target, const std::string& sampler,
                std::span<const SiteSetting> settings, std::size_t chains, const SiteStart& start,
                std::uint64_t steps, ThreadPool& pool, const Listener& listener);

  const std::shared_ptr<const SiteTarget>& shared_target() const { return target_; }
  const SiteChains& chains() const { return swarm_; }
  double variance() const { return variance_; }

  /// Chains of so many steps that begin here. Effective draws: Var(E)/Var(a chain's mean), from the spread of
  /// the means, which holds for any autocorrelation.
  SamplerEfficiency efficiency(const SiteSampler& sampler, std::uint64_t steps, ThreadPool& pool,
                               const Listener& listener) const;

 private:
  std::shared_ptr<const SiteTarget> target_;
  std::unique_ptr<const SiteSampler> sampler_;
  SiteChains swarm_;
  double variance_ = 0;
};

/// The value from `range` of a sampler's parameter at which it accepts this share, by bisection of the
/// logarithm. The acceptance must fall as the value grows.
double value_that_accepts(double acceptance, const std::string& sampler, const std::string& parameter,
                          Interval range, const SettledChains& at, std::uint64_t steps, ThreadPool& pool,
                          const Listener& listener);

}  // namespace ergo
