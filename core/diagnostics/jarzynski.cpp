#include "core/diagnostics/jarzynski.h"

#include <algorithm>
#include <cmath>

namespace ergo {

LogMean log_mean_exp(std::span<const double> log_weights) {
  if (log_weights.empty()) return {};
  const double most = *std::ranges::max_element(log_weights), n = static_cast<double>(log_weights.size());
  if (!std::isfinite(most)) return {};
  double sum = 0, squares = 0;
  for (const double log_weight : log_weights) {
    const double w = std::exp(log_weight - most);
    sum += w;
    squares += w * w;
  }
  // Var(w)/(n - 1) over the squared mean is (n squares/sum^2 - 1)/(n - 1).
  const double relative_variance = n > 1 ? std::max(0.0, n * squares / (sum * sum) - 1) / (n - 1) : NAN;
  const double draws = sum * sum / squares;
  return {most + std::log(sum / n), draws < LogMean::fewest_draws ? NAN : std::sqrt(relative_variance),
          draws};
}

std::vector<double> log_start_ratios(const ChainData& data, const RunConfig& config) {
  const auto target = make_target(config);
  const auto start = make_start(config);
  const int energy = state_offset(sampler_unit(config.sampler.id).descriptor, "energy");
  std::vector<double> ratios(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) {
    const auto log_density = start->log_density(data.x(i), *target);
    if (!log_density) return {};
    ratios[i] = -data.state_row(i)[static_cast<std::size_t>(energy)] - *log_density;
  }
  return ratios;
}

}  // namespace ergo
