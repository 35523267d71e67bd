#include "core/diagnostics/late_means.h"

#include <cmath>

#include "core/diagnostics/drawn_points.h"
#include "core/diagnostics/run_summary.h"

namespace ergo {

void LateMeans::add(const ChainData& data, const RunConfig& config) {
  if (!data.stepped()) return;
  const bool same = states_ > 0 && sums_.size() == data.report.size() && same_settings(config, config_);
  if (same && data.step == step_) return;
  const auto channels = static_cast<std::size_t>(data.report_size);
  if (!same) {
    states_ = 0;
    first_ = data.step;
    origin_.assign(data.report.begin(), data.report.begin() + data.report_size);
    sums_.assign(data.report.size(), 0);
    squares_ = sums_;
  }
  config_ = config;
  step_ = data.step;
  ++states_;
  chains_ = sound_chains(data);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const double value = data.report[i] - origin_[i % channels];
    sums_[i] += value;
    squares_[i] += value * value;
  }
}

double LateMeans::variance_of(std::size_t channel) const {
  double sum = 0, squares = 0;
  for (const std::size_t chain : chains_) {
    sum += sums_[chain * origin_.size() + channel];
    squares += squares_[chain * origin_.size() + channel];
  }
  const double count = static_cast<double>(chains_.size() * states_), mean = sum / count;
  return squares / count - mean * mean;
}

/// A chain's mean over n independent draws has the variance of a value divided by n. The variance of C means
/// has a relative error of sqrt(2/(C - 1)).
void LateMeans::add_ess(LateMean& channel, std::size_t number, std::span<const double> means) const {
  constexpr std::size_t least_chains = 8, least_states = 2;
  if (means.size() < least_chains || states_ < least_states) return;
  const double chains = static_cast<double>(means.size()), variance = variance_of(number);
  double between = 0;
  for (const double mean : means) {
    const double deviation = mean - channel.mean.value;
    between += deviation * deviation / (chains - 1);
  }
  if (!(variance > 0) || !(between > 0)) return;
  const double states = static_cast<double>(states_), draws = variance / between,
               spacing = static_cast<double>(step_ - first_) / (states - 1);
  channel.ess_per_step.value = draws / (states * spacing);
  channel.ess_per_step.error = channel.ess_per_step.value * std::sqrt(2 / (chains - 1));
  channel.at_least = spacing > 1 && draws > states / 2;
}

std::vector<LateMean> LateMeans::means() const {
  std::vector<LateMean> all;
  if (states_ == 0) return all;
  const std::vector<Channel>& channels = sampler_unit(config_.sampler.id).descriptor.channels;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    std::vector<double> values;
    for (const std::size_t chain : chains_)
      values.push_back(origin_[c] + sums_[chain * channels.size() + c] / static_cast<double>(states_));
    const auto expected = prediction(channels[c], config_);
    all.push_back(
        {.id = channels[c].id,
         .title = channels[c].title,
         .mean = mean_of(values),
         .exact = expected && std::isfinite(expected->mean) ? std::optional(expected->mean) : std::nullopt});
    if (!channels[c].of_transition) add_ess(all.back(), c, values);
  }
  return all;
}

}  // namespace ergo
