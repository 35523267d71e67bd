#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/site_targets/rbm.h"

namespace ergo {

/// Units of a layer over whose configurations is summed, at most.
inline constexpr int most_summed_units = 16;

/// log sum exp(-E) over all configurations of the visible units, by a sum over the smaller layer; nothing if
/// that has more than most_summed_units.
std::optional<double> log_normaliser(const RbmWeights& weights);

/// E of all configurations of the visible units, of which there must be at most 30; configuration sum_i v_i
/// 2^i.
std::vector<double> all_energies(const RbmWeights& weights);

/// How well a machine's distribution p is that of the data.
struct RbmFit {
  double log_likelihood;   ///< mean of log p over the data
  double total_variation;  ///< half of the sum of |p - data| over all configurations
};

/// The means of v, P(h | v) and P(h | v) v' over configurations, each with this probability; empty: all
/// alike. Their difference between data and model is the gradient of the mean log likelihood by b, c and W.
RbmWeights mean_statistics(const RbmWeights& weights, std::span<const Configuration> configurations,
                           std::span<const double> probabilities = {});

}  // namespace ergo
