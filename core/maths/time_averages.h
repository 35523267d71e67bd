#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/maths/estimate.h"

namespace ergo {

/// Averages over time of quantities of independent chains that all have one stationary distribution.
///
/// Effective sample size of one chain's average of f over T states:
///   ESS = Var(f)/Var(average of f),
/// both variances the sampler's own: of f over all states of all chains, and of the averages over the chains. For
/// equal weights it is the classical T/(1 + 2 sum_s (1 - s/T) rho_s), with no autocorrelation cut off; it also holds
/// for samplers that are not reversible, for averages with weights, and for negative correlations, where ESS > T.
/// The sum's factor 1 - s/T makes it too large for short paths: of one slow exponential mode by 1/2.
class TimeAverages {
 public:
  /// `centres`: a number near the mean of each quantity, from which deviations are summed without cancellation.
  TimeAverages(std::size_t chains, std::vector<double> centres);
  /// Forgets all states.
  void begin();
  /// Adds a chain's quantities in one state, whose weight is `share` of the chain's total so far, this one included.
  void add(std::size_t chain, std::span<const double> quantities, double share);

  /// The mean of a quantity over these chains.
  Estimate mean(std::size_t quantity, std::span<const std::size_t> chains) const;
  /// The error is that of the variance over the chains, from their fourth moment. NaN for a quantity that is constant.
  Estimate effective_sample_size(std::size_t quantity, std::span<const std::size_t> chains) const;

 private:
  struct Moments {
    double deviation = 0, square = 0;
  };
  std::vector<double> deviations(std::size_t quantity, std::span<const std::size_t> chains) const;

  std::vector<double> centres_;
  std::vector<Moments> averages_;  ///< [chain, quantity]
};

}  // namespace ergo
