#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/config/default_steps.h"
#include "core/truth/exact_draws.h"
#include "core/unit/registry.h"

namespace ergo {

/// One sampler on one target, both at their declared defaults or with step sizes by the target, started from exact
/// draws. A target of sites is the first of its small cases.
class Trial {
 public:
  Trial(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend, std::uint64_t seed,
        Defaults defaults = Defaults::fixed);

  /// Whether start() has exact draws.
  bool can_start() const;
  /// Chains at exact draws at step 0; `seed_offset` gives another, independent run.
  void start(std::uint64_t chains, std::uint64_t seed_offset = 0);
  /// Also draws thermostats, which samplers start elsewhere, from the distribution that their channel
  /// predicts.
  void start_at_equilibrium(std::uint64_t chains, std::uint64_t seed_offset = 0);
  bool has_step_size() const { return find_parameter(sampler, "step_size") >= 0; }
  void set_step_size(double h) {
    config_.sampler.values[static_cast<std::size_t>(find_parameter(sampler, "step_size"))] = h;
  }
  std::uint64_t gradients_per_step() const {
    return static_cast<std::uint64_t>(
        std::max(1.0, sampler.gradients_per_step(Parameters(sampler.parameters, config_.sampler.values))));
  }

  /// Quantile, over 1024 exact draws, of the spectral norm of E's second derivative.
  double curvature(double quantile) const;

  const RunConfig& config() const { return config_; }

  const Descriptor& sampler;
  const std::shared_ptr<const Target> target;
  Backend& backend;
  std::vector<Position> starts;  ///< where the chains began

 private:
  ExactDraws exact_draws_;
  RunConfig config_;
};

/// A channel's column of the chains' reports.
std::vector<double> channel_of(const ChainData& data, const Descriptor& sampler, const std::string& id);

}  // namespace ergo
