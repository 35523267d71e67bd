#pragma once

#include <memory>
#include <vector>

#include "core/site_plane/site_plane.h"
#include "core/sites/site_states.h"
#include "core/training/rbm_likelihood.h"

namespace ergo {

/// A target of binary sites as data: exact draws of it to learn from, and its distribution to compare with.
class BitsData {
 public:
  static constexpr int most_enumerated = 16;           ///< sites over whose configurations is summed
  static constexpr std::size_t held_out_draws = 4000;  ///< where there are more

  /// Throws Error for a target without exact draws, and for one whose sites have more than two values.
  BitsData(std::shared_ptr<const SitePlane> target, std::uint64_t seed);

  /// Draws for iteration number `iteration`.
  std::vector<Configuration> draws(std::size_t count, std::uint64_t iteration) const;
  /// Mean of the target's own log probability: its entropy with the sign changed.
  double best_log_likelihood() const { return best_; }
  /// Of up to most_enumerated sites by sums over all configurations. Of more, both are means over held-out draws of the
  /// data q, the total variation sum_x max(0, q - p) = E_q max(0, 1 - p/q), whose standard error is at most 0.008; NaN
  /// where the machine's log_normaliser() is not known.
  RbmFit fit(const RbmWeights& machine) const;
  const SitePlane& target() const { return *target_; }
  const std::shared_ptr<const SitePlane>& shared_target() const { return target_; }

 private:
  Configuration draw(std::size_t number, std::uint64_t stream) const;

  std::shared_ptr<const SitePlane> target_;
  std::uint64_t seed_;
  std::vector<double>
      distribution_;  ///< of all configurations, numbered as in SiteStates; empty if they are too many
  std::vector<Configuration> held_out_;  ///< else
  std::vector<double> own_;              ///< log q of these
  double best_ = 0;
};

}  // namespace ergo
