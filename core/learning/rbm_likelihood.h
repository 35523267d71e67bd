#pragma once

#include <optional>
#include <span>

#include "core/learning/picture_set.h"
#include "core/site_targets/rbm.h"

namespace ergo {

/// Units of a layer over whose configurations is summed, at most.
inline constexpr int most_summed_units = 20;

/// log sum exp(-E) over all configurations of the visible units, by a sum over the smaller layer; nothing if
/// that has more than most_summed_units.
std::optional<double> log_normaliser(const RbmWeights& weights);

/// How well a machine's distribution p is that of a set of pictures.
struct RbmFit {
  double log_likelihood;  ///< mean of log p over the pictures
  /// Half of sum |p - data| over all configurations, which is 1 - sum over the pictures of min(p, 1/number).
  double total_variation;
};
/// Nothing where log_normaliser() is not known. Throws Error if the pictures are not of the machine's size.
std::optional<RbmFit> fit_of(const RbmWeights& weights, const PictureSet& pictures);

/// The means of v, P(h | v) and P(h | v) v' over configurations, each with this probability; empty: all
/// alike. Their difference between data and model is the gradient of the mean log likelihood by b, c and W.
RbmWeights mean_statistics(const RbmWeights& weights, std::span<const Configuration> configurations,
                           std::span<const double> probabilities = {});

}  // namespace ergo
