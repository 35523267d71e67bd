#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// log of the mean of weights given by their logs, with its standard error by the delta method, and the
/// number (sum w)^2/sum w^2 of equal weights that would be worth as much (Kish 1965). Below ten of them the
/// error is NaN: it would be a third or more, where log(1 + e) is no longer e, from a variance that one or
/// two weights decide.
struct LogMean {
  static constexpr double fewest_draws = 10;
  double value = std::numeric_limits<double>::quiet_NaN(), error = value, effective_draws = value;
};

/// A log weight of minus infinity counts as 0; nothing but such gives NaN.
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

/// log of e^-E(x0)/p0(x0) of every chain, its data being those of step 0; empty where the start has no known
/// density.
std::vector<double> log_start_ratios(const ChainData& data, const RunConfig& config);

}  // namespace ergo
