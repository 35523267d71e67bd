#pragma once

#include <span>

#include "core/truth/target_moments.h"

namespace ergo {

/// Effective sample size of one chain's path x_0 .. x_{T-1}, with the estimator of Ver Steeg & Galstyan
/// 2021's code: ESS = T/(1 + 2 sum_{s>=1} (1 - s/(T-1)) A_s) for each feature
///   F_t = (x_t - mean)/sd(x)  and  F_t = ((x_t - mean)^2 - variance)/sd((x - mean)^2),
/// all moments the target's, and the least of these ESS. A_s = mean of F_t F_{t+s} over the T - s pairs, 0
/// from the first lag on where it is 0.05 or less; not divided by A_0, so a path far off the target's
/// distribution counts for less and one that stays near the mean for more than its mixing alone says. Weights
/// play no part: of a weighted sampler it describes the raw positions.
double effective_sample_size(std::span<const Position> path, const TargetMoments& truth, int dim);

}  // namespace ergo
