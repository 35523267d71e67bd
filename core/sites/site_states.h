#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/sites/site_chains.h"

namespace ergo {

/// All configurations of a small target, numbered sum_i x_i q^i, with their distribution and means by direct
/// sums.
class SiteStates {
 public:
  static constexpr std::size_t most = std::size_t{1} << 22;

  /// Throws Error for more than `most` configurations. Many are shared out to all processors.
  explicit SiteStates(std::shared_ptr<const SiteTarget> target);

  std::size_t count() const { return energies_.size(); }
  const SiteTarget& target() const { return *target_; }
  Configuration configuration(std::size_t index) const;
  std::size_t index(ConfigurationView x) const;

  /// Tells of the configurations number begin .. end - 1, in order.
  using Visit = std::function<void(std::size_t index, ConfigurationView x)>;
  void visit(std::size_t begin, std::size_t end, const Visit& visit) const;

  const std::vector<double>& energies() const { return energies_; }  ///< E of all
  double probability(std::size_t index) const { return std::exp(-energies_[index] - log_z_); }
  double log_z() const { return log_z_; }                            ///< log sum exp(-E)
  std::vector<double> distribution() const;                          ///< p of all

  /// A configuration from p, by inversion.
  Configuration draw(const SiteDraws& draws) const;

 private:
  std::shared_ptr<const SiteTarget> target_;
  std::vector<double> energies_, cumulative_;
  double log_z_;
};

/// Means under a distribution over all configurations.
struct SiteMeans {
  double energy = 0, level = 0, level_squared = 0;  ///< E, mean_level() and its square
  std::vector<double> levels;                       ///< of each site
};
SiteMeans means_under(const SiteStates& states, std::span<const double> distribution);

/// P(x, y) of step number `step` for all y, from the sampler's outcomes.
std::vector<double> transition_row(const SiteSampler& sampler, const SiteStates& states, std::size_t from,
                                   std::uint64_t step = 0);

/// Means of what step number `step` tells, from configurations with this distribution.
ExpectedReport expected_report(const SiteSampler& sampler, const SiteStates& states,
                               std::span<const double> distribution, std::uint64_t step = 0);

/// Starts from p itself; the states must outlive it.
SiteStart exact_site_start(const SiteStates& states);

}  // namespace ergo
