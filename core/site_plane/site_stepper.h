#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "core/site_plane/site_plane.h"
#include "core/sites/site_units.h"
#include "core/unit/sampler.h"

namespace ergo {

/// What every sampler of sites tells of a chain, in the order of site_channels().
struct SiteValues {
  double acceptance_rate;
  double flips;     ///< sites that changed in the last step
  double proposed;  ///< sites at which the last proposal differed
  double energy;    ///< E of the configuration
  double level;     ///< mean_level()
  double level_squared;
};
std::vector<Channel> site_channels();

/// A sampler of sites as runs step it. A state row is ChainState and the configuration.
class SiteStepper final : public Sampler {
 public:
  SiteStepper(const SiteSamplerUnit& unit, const Parameters& parameters);

  std::string lacks(const Target& target) const override;
  void check(const Target& target) const override;
  int period() const override { return std::max<int>(static_cast<int>(cycle().size()), 1); }
  std::vector<CyclePhase> cycle() const override {
    return unit_.cycle ? unit_.cycle(Parameters(unit_.parameters, values_)) : std::vector<CyclePhase>();
  }
  int state_size() const override { return chain_state_size; }
  int report_size() const override { return sizeof(SiteValues) / sizeof(double); }
  /// A row without a configuration gets one near its position.
  void init(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step) const override;
  void begin_here(ChainRow, const Oracle&, std::uint64_t, std::uint64_t) const override {}
  void report_here(ChainRow row, const Oracle& oracle) const override;
  void advance(ChainRow row, const Oracle& oracle, std::uint64_t seed, std::uint64_t step,
               std::uint64_t count) const override;
  /// The sampler on this target. Made once for each target.
  std::shared_ptr<const SiteSampler> on(const SitePlane& plane) const;
  std::vector<SubStep> explain(ChainRow row, const Oracle& oracle, std::uint64_t seed,
                               std::uint64_t step) const override;

 private:
  SiteStepReport steps(ChainRow row, const SitePlane& plane, const SiteSampler& sampler, SiteChain& chain,
                       std::uint64_t seed, std::uint64_t step, std::uint64_t count) const;

  const SiteSamplerUnit& unit_;
  std::vector<double> values_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const SiteTarget> made_for_;
  mutable std::shared_ptr<const SiteSampler> made_;
};

}  // namespace ergo
