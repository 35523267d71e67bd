#pragma once

#include <optional>

#include "core/config/run_config.h"

namespace ergo {

/// Proposals q(y | x) ∝ g exp(-(y - x)^2/(2 sigma)) on the sites of a line, for a Gaussian target of variance
/// sigma0 there: g = (pi(y)/pi(x))^alpha, or by the gradient alone g = exp(alpha U'(x) (y - x)) (Sun et al.
/// 2023, Eqs. 4 and 8; DMALA's with beta = alpha).
enum class BalanceBy { ratio, gradient };

struct GaussianLine {
  double variance = 100;  ///< sigma0
  int sites = 241;        ///< the mean lies in the middle
};

/// Probability at equilibrium that a proposal is accepted, by summation over all pairs of sites; r = sigma/sigma0.
double acceptance(BalanceBy by, double r, double alpha, const GaussianLine& line = {});

struct BestExponent {
  double alpha, acceptance;
};
/// The exponent in [0, 1.2] with the largest acceptance, to 1e-6.
BestExponent best_exponent(BalanceBy by, double r, const GaussianLine& line = {});

/// The exponent with the largest acceptance in closed form, in the continuum:
/// (r - 2 + sqrt(r^2 + 4))/(2 r) by the ratio (Sun et al. 2023,
/// Eq. 8); by the gradient, where the proposal is autoregressive, (1 - sqrt(1 - r))/r for r <= 1 and 1/r
/// beyond.
double balanced_exponent(BalanceBy by, double r);

/// The variance sigma0 for balanced_exponent(), if the run's target is a Gaussian alike in all directions and its
/// sampler's proposals have a scale and an exponent; else nothing.
std::optional<double> balanced_variance(const RunConfig& run);

}  // namespace ergo
