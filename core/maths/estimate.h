#pragma once

#include <limits>
#include <span>

namespace ergo {

/// A value with its Monte-Carlo standard error; NaN where there is none.
struct Estimate {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();
};

struct Interval {
  double low = 0, high = 0;
};

/// sum w v/sum w of independent values, with the delta method's error for a ratio of sums. Empty weights mean
/// equal ones.
Estimate mean_of(std::span<const double> values, std::span<const double> weights = {});

/// The standard deviation of independent values, with the delta method's error from the fourth moment.
Estimate spread_of(std::span<const double> values);

}  // namespace ergo
