#include "core/maths/estimate.h"

#include <cmath>
#include <numeric>

namespace ergo {

Estimate mean_of(std::span<const double> values, std::span<const double> weights) {
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  double total = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += weight(i);
    sum += weight(i) * values[i];
  }
  if (!(total > 0)) return {};
  Estimate mean{.value = sum / total};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double deviation = weight(i) * (values[i] - mean.value);
    squares += deviation * deviation;
  }
  if (values.size() > 1) mean.error = std::sqrt(squares) / total;
  return mean;
}

Estimate spread_of(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  if (n < 2) return {};
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double second = 0, fourth = 0;
  for (const double value : values) {
    const double square = (value - mean) * (value - mean);
    second += square / n;
    fourth += square * square / n;
  }
  const double sd = std::sqrt(second * n / (n - 1));
  return {sd, sd > 0 ? std::sqrt((fourth - second * second) / n) / (2 * sd) : 0};
}

}  // namespace ergo
