#pragma once

#include "core/site_plane/place_masses.h"

namespace ergo {

/// The run that stands in for sums that are too long.
struct ReferenceRun {
  const SiteSamplerUnit* sampler;  ///< null: every step is an exact draw of the target's
  int updates;                     ///< of sites in a step of Gibbs
  std::uint64_t steps;             ///< of each chain
  std::uint64_t left_out;          ///< the first of them
  static constexpr std::size_t chains = 64;
  std::size_t draws() const { return chains * static_cast<std::size_t>(steps - left_out); }
};

/// Exact draws where the target has them. Else chains of Swendsen-Wang, block Gibbs or Gibbs, the first that goes with
/// the target; their first quarter is left out. Of 2^30 multiplications (SiteWork) in all. It takes no time.
ReferenceRun reference_run(const SiteTarget& target);

/// Of that run, whose seed is always the same.
PlaceMasses run_masses(const ReferenceRun& run, const std::shared_ptr<const SiteTarget>& target,
                       const SiteStatistics& statistics);

}  // namespace ergo
