#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/site_plane/site_statistics.h"
#include "core/sites/site_units.h"

namespace ergo {

/// The distribution of the cells that configurations lie in.
struct PlaceMasses {
  std::vector<double> mass;  ///< by state number of the cells; sums to 1
  double log_z = 0;          ///< log sum exp(-E) over all configurations; 0 where it is not known
  bool exact = false;        ///< else from a run of `draws` configurations
  std::string sampler = {};  ///< of that run
  std::size_t draws = 0;
  /// A configuration from the target itself; none where the masses are not exact.
  std::function<Configuration(const SiteDraws&)> draw = {};
};

/// Of a target by its unit and values:
/// - of an Ising grid of up to 6 columns from its density of states,
/// - of up to 2^18 configurations by direct sums,
/// - else from a run of 2^24 site updates, fewer with many hidden units, of Swendsen-Wang, block Gibbs or Gibbs, the first that goes with the target; its
///   first quarter is left out. Its seed is always the same.
/// The last few are kept. It may take a few tenths of a second.
std::shared_ptr<const PlaceMasses> place_masses(const SiteTargetUnit& unit, const std::vector<double>& values,
                                                const std::shared_ptr<const SiteTarget>& target,
                                                const SiteStatistics& statistics);

}  // namespace ergo
