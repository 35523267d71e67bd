#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/config/run_config.h"
#include "core/exact/transitions.h"
#include "core/sites/site_states.h"

namespace ergo {

/// The exact transitions of a run between all configurations of a small target of sites, numbered as SiteStates does.
class ConfigurationCycle final : public Transitions {
 public:
  static constexpr std::size_t most_states = 4096;
  /// Of the matrices of a period: 1 GiB.
  static constexpr std::size_t most_numbers = std::size_t{1} << 27;

  /// Throws Error for more configurations or numbers, and where no probabilities are known: while chains adapt, while
  /// the target learns, and where a step draws from a continuum or may do more than most_outcomes things.
  ConfigurationCycle(const RunConfig& config, ThreadPool& pool);

  const SiteStates& states() const { return states_; }
  const SiteSampler& sampler() const { return *sampler_; }

  std::size_t steps() const override { return matrices_.size(); }
  bool keeps_target() const override { return sampler_->exact(); }
  bool reversible() const override { return steps() == 1 && sampler_->reversible(); }
  using Transitions::apply;
  std::vector<double> apply(std::span<const double> mu, std::size_t step) const override;
  SquareMatrix matrix() const override;

 private:
  std::shared_ptr<const SiteSampler> sampler_;
  SiteStates states_;
  std::vector<SquareMatrix> matrices_;
};

/// Means over the steps of a cycle that starts with `distribution`: the probability that a proposal is accepted, and the
/// number of sites that change.
struct SiteStepMeans {
  double acceptance = 0, flips = 0;
};
SiteStepMeans step_means(const ConfigurationCycle& cycle, std::span<const double> distribution);

/// The distribution of infinitely many chains over all configurations, step by step from that of the run's start.
class ConfigurationEvolution {
 public:
  /// Throws Error as ConfigurationCycle does, and for a start whose distribution is not known.
  explicit ConfigurationEvolution(const RunConfig& config);

  /// Other parameters, sampler or target from the next step on; the distribution stays. Throws Error, leaving all as it
  /// was, where ConfigurationCycle does or the number of configurations is another one.
  void configure(const RunConfig& config);
  void advance(std::uint64_t steps);

  std::uint64_t step() const { return step_; }
  const SiteStates& states() const { return cycle_->states(); }
  const std::vector<double>& distribution() const { return distribution_; }
  double total_variation() const;  ///< to the target

 private:
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<ConfigurationCycle> cycle_;
  std::vector<double> distribution_;
  std::uint64_t step_ = 0;
};

}  // namespace ergo
