#include "core/diagnostics/late_means.h"

#include <cmath>

#include "core/diagnostics/drawn_points.h"

namespace ergo {

void LateMeans::add(const ChainData& data, const RunConfig& config) {
  if (!data.stepped()) return;
  const bool same = states_ > 0 && sums_.size() == data.report.size() && config.sampler == config_.sampler &&
                    config.target == config_.target;
  if (same && data.step == step_) return;
  if (!same) {
    states_ = 0;
    sums_.assign(data.report.size(), 0);
  }
  config_ = config;
  step_ = data.step;
  ++states_;
  chains_ = sound_chains(data);
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += data.report[i];
}

std::vector<LateMean> LateMeans::means() const {
  std::vector<LateMean> all;
  if (states_ == 0) return all;
  const std::vector<Channel>& channels = sampler_unit(config_.sampler.id).descriptor.channels;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    std::vector<double> values;
    for (const std::size_t chain : chains_)
      values.push_back(sums_[chain * channels.size() + c] / static_cast<double>(states_));
    const auto expected = prediction(channels[c], config_);
    all.push_back({.id = channels[c].id,
                   .title = channels[c].title,
                   .mean = mean_of(values),
                   .exact = expected && std::isfinite(expected->mean) ? std::optional(expected->mean) : std::nullopt});
  }
  return all;
}

}  // namespace ergo
