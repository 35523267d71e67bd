#pragma once

#include <memory>

#include "core/sites/site_target.h"

namespace ergo {

/// Data of a logistic regression: P(y_m = 1) = 1/(1 + e^(-x_m.b)).
struct RegressionData {
  std::vector<double> x;        ///< [observations, coefficients], by rows
  std::vector<std::uint8_t> y;  ///< [observations]
};

/// Rows x ~ N(0, L S L/4), S_ii = 1.25, S_ij = 0.25, L_ii = exp(-1/4 + (i - 1)/(d - 1)), and responses of the
/// coefficients 1 in the first `active` places and 0 in the others (Sun et al. 2023, appendix B.4).
RegressionData simulated_regression(int coefficients, int observations, int active, std::uint64_t seed);

/// The posterior of coefficients that are 0 or 1 each with prior probability 1/2:
///   E(b) = sum_m log(1 + e^((1 - 2 y_m) x_m.b)),
/// whose extension is the same formula at real b. Throws Error for no or more than 1024 observations, and
/// numbers that do not go together.
std::shared_ptr<const SiteTarget> binary_regression_target(RegressionData data, int coefficients);

}  // namespace ergo
