#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/site_plane/site_statistics.h"
#include "core/sites/site_units.h"

namespace ergo {

/// Of a number that configurations have, under the target.
struct SiteMoments {
  double mean = 0;
  double sd = std::numeric_limits<double>::quiet_NaN();  ///< NaN where it is not known
};
struct ExactMoments {
  SiteMoments energy, level, level_squared;  ///< E, mean_level() and its square
};

/// The distribution of the cells that configurations lie in.
struct PlaceMasses {
  std::vector<double> mass;  ///< by state number of the cells; sums to 1
  double log_z = 0;          ///< log sum exp(-E) over all configurations; 0 where it is not known
  /// A configuration from the target itself; none where it has no exact draws.
  std::function<Configuration(const SiteDraws&)> draw = {};
  std::optional<ExactMoments> moments = {};  ///< where they can be summed up
};

/// What tells targets of one unit from each other.
struct SiteTargetValues {
  std::vector<double> numbers;  ///< of the parameters, in order; none beside a content
  std::string content;          ///< of SiteTargetUnit::content
  bool operator==(const SiteTargetValues&) const = default;
};

/// The run that stands in for sums that are too long.
struct ReferenceRun {
  const SiteSamplerUnit* sampler;
  std::uint64_t steps;    ///< of each chain
  std::uint64_t left_out;  ///< the first of them
  static constexpr std::size_t chains = 64;
  std::size_t draws() const { return chains * static_cast<std::size_t>(steps - left_out); }
};
/// Nothing where place_masses() are exact. It takes no time.
std::optional<ReferenceRun> reference_run(const SiteTargetUnit& unit, const SiteTargetValues& values,
                                          const SiteTarget& target);

/// Of a target by its unit and values:
/// - of an Ising grid of up to 6 columns from its density of states,
/// - of up to 2^18 configurations by direct sums,
/// - else from a run of 2^24 site updates, fewer where one takes long, of Swendsen-Wang, block Gibbs or Gibbs, the
///   first that goes with the target; its first quarter is left out. Its seed is always the same. The moments of an
///   Ising grid of up to 12 columns are then from its transfer matrix.
/// The last few are kept. It may take a few tenths of a second.
std::shared_ptr<const PlaceMasses> place_masses(const SiteTargetUnit& unit, const SiteTargetValues& values,
                                                const std::shared_ptr<const SiteTarget>& target,
                                                const SiteStatistics& statistics);

}  // namespace ergo
