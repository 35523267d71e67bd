#include "core/maths/time_averages.h"

#include <algorithm>

namespace ergo {

TimeAverages::TimeAverages(std::size_t chains, std::vector<double> centres)
    : centres_(std::move(centres)), averages_(chains * centres_.size()) {}

void TimeAverages::begin() { std::ranges::fill(averages_, Moments()); }

void TimeAverages::add(std::size_t chain, std::span<const double> quantities, double share) {
  for (std::size_t q = 0; q < centres_.size(); ++q) {
    Moments& average = averages_[chain * centres_.size() + q];
    const double d = quantities[q] - centres_[q];
    average.deviation += share * (d - average.deviation);
    average.square += share * (d * d - average.square);
  }
}

std::vector<double> TimeAverages::deviations(std::size_t quantity, std::span<const std::size_t> chains) const {
  std::vector<double> list;
  for (const std::size_t i : chains) list.push_back(averages_[i * centres_.size() + quantity].deviation);
  return list;
}

Estimate TimeAverages::mean(std::size_t quantity, std::span<const std::size_t> chains) const {
  const Estimate deviation = mean_of(deviations(quantity, chains));
  return {centres_[quantity] + deviation.value, deviation.error};
}

Estimate TimeAverages::effective_sample_size(std::size_t quantity, std::span<const std::size_t> chains) const {
  const std::vector<double> averages = deviations(quantity, chains);
  std::vector<double> squares;
  for (const std::size_t i : chains) squares.push_back(averages_[i * centres_.size() + quantity].square);
  const double mean = mean_of(averages).value, second = mean_of(squares).value;
  const double variance = second - mean * mean;
  constexpr double rounding = 1e-12;
  if (!(variance > rounding * second)) return {};
  const Estimate spread = spread_of(averages);
  const double ess = variance / (spread.value * spread.value);
  return {ess, 2 * ess * spread.error / spread.value};
}

}  // namespace ergo
