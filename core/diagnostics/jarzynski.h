#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// log of the mean of weights given by their logs, its standard error by the delta method, and the effective number
/// (sum w)^2/sum w^2 of weights (Kish 1965). With fewer than ten the error is NaN: the delta method does not hold for
/// errors of a third or more, and one or two weights would decide it.
struct LogMean {
  static constexpr double fewest_draws = 10;
  double value = std::numeric_limits<double>::quiet_NaN(), error = value, effective_draws = value;
};

/// A log weight of minus infinity is a weight of 0. If all are 0, the result is NaN.
LogMean log_mean_exp(std::span<const double> log_weights);

/// Estimates of log Z, the log of the integral of e^-E, from chains that began at draws of a normalised
/// density p0 (Jarzynski's equality; Ver Steeg & Galstyan 2021, Algorithm 4), a diverged chain with weight 0:
///   exact   mean of (e^-E(x0)/p0(x0)) times the sampler's importance weight: unbiased at any step size;
///   paper   the same weight were H conserved exactly, which for ESH is e^r e^-E(x0)/p0(x0): the paper's,
///           biased by the integrator's error.
struct NormaliserEstimates {
  LogMean exact, paper;
  std::optional<double> truth;
};

/// log of e^-E(x0)/p0(x0) of every chain, from the data of step 0; empty if the start's density p0 is not known.
std::vector<double> log_start_ratios(const ChainData& data, const RunConfig& config);

}  // namespace ergo
