#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/site_plane/site_statistics.h"
#include "core/sites/site_units.h"

namespace ergo {

/// Of a number that configurations have, under the target; NaN where it is not known.
struct SiteMoments {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double sd = std::numeric_limits<double>::quiet_NaN();
  double error = 0;  ///< standard error of the mean; 0 where it is exact
};
struct ConfigurationMoments {
  SiteMoments energy, level, level_squared;  ///< E, mean_level() and its square
};

/// What the independent chains of a reference run have told.
struct SampledMasses {
  std::size_t chains, draws;  ///< draws: of all chains
  /// [chain, cell] configurations seen, as many of each chain. Those of one chain are correlated.
  std::vector<std::uint32_t> counts;
  ConfigurationMoments moments;  ///< errors are from the spread of the chains' own means
  double rhat;                   ///< the largest of E and the two statistics: see mixed()
  /// Whether the chains agree: R-hat, sqrt(1 + V/W), is below 1.1, where V is the variance of the chains'
  /// means and W that within them (Gelman & Rubin 1992).
  bool mixed() const { return rhat < 1.1; }
};

/// The distribution of the cells that configurations lie in.
struct PlaceMasses {
  std::vector<double> mass;          ///< by state number of the cells; sums to 1
  std::optional<double> log_z = {};  ///< log sum exp(-E) over all configurations, where it is known
  /// A configuration from the target itself; none where it has no exact draws.
  std::function<Configuration(const SiteDraws&)> draw = {};
  ConfigurationMoments moments = {};          ///< those that are known exactly
  std::optional<SampledMasses> sampled = {};  ///< where `mass` is from a run
  std::size_t numbers = 0;                    ///< that `draw` keeps, if they are many
};

/// What tells targets of one unit from each other.
struct SiteTargetValues {
  std::vector<double> numbers;  ///< of SiteTargetUnit::parameters_beside(), in order
  std::string content;          ///< of SiteTargetUnit::content
  bool operator==(const SiteTargetValues&) const = default;
};

/// Whether place_masses() are exact: those of Ising grids of up to 6 columns, and of targets of up to 2^22
/// configurations whose sum takes up to 2^32 multiplications (SiteWork), a second or two on two cores.
bool has_exact_masses(const SiteTargetUnit& unit, const SiteTargetValues& values, const SiteTarget& target);

/// Of a target by its unit and values: from the density of states of an Ising grid, by direct sums, or from
/// reference_run(). Also then log Z and moments of Ising grids are exact where they are known: up to 12
/// columns from the transfer matrix, of larger tori without a field from Kaufman's formula. The last few are
/// kept. It may take a second or two.
std::shared_ptr<const PlaceMasses> place_masses(const SiteTargetUnit& unit, const SiteTargetValues& values,
                                                const std::shared_ptr<const SiteTarget>& target,
                                                const SiteStatistics& statistics);
/// The same if somebody has asked for them before; null if not. It takes no time.
std::shared_ptr<const PlaceMasses> kept_place_masses(const SiteTargetUnit& unit,
                                                     const SiteTargetValues& values);

}  // namespace ergo
