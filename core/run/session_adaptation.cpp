// How the sampler of a run adapts its values.
#include <limits>
#include <map>

#include "core/run/session.h"

namespace ergo {

/// Anew from the values as they are.
void Session::begin_adaptation() {
  adaptation_ = {ergo::begin_adaptation(config_), step_};
  if (!adapts_alone(config_)) return;
  const Adaptation::Memory one = adaptation_.memory;
  adaptation_.memory.reserve(one.size() * config_.chains);
  for (std::uint64_t chain = 1; chain < config_.chains; ++chain)
    adaptation_.memory.insert(adaptation_.memory.end(), one.begin(), one.end());
}

std::vector<double> Session::own_values(std::size_t chain) const {
  const Descriptor& sampler = sampler_descriptor();
  const std::size_t size = adaptation_.memory.size() / config_.chains;
  const auto from = adaptation_.memory.begin() + static_cast<std::ptrdiff_t>(chain * size);
  std::vector<double> values = config_.sampler.values;
  for (const auto& [id, value] : sampler.adaptation->values({from, from + static_cast<std::ptrdiff_t>(size)}))
    values[static_cast<std::size_t>(find_parameter(sampler, id))] = value;
  return values;
}

RunConfig Session::config_of(std::size_t chain) const {
  RunConfig config = config_;
  if (adapts_alone(config_)) config.sampler.values = own_values(chain);
  return config;
}

void Session::set_own_values() {
  std::vector<std::vector<double>> rows;
  for (std::size_t chain = 0; chain < config_.chains; ++chain) rows.push_back(own_values(chain));
  backend_->set_sampler_rows(rows);
}

void Session::adapt_alone() {
  const Descriptor& sampler = sampler_descriptor();
  const auto channel = static_cast<std::size_t>(find_channel(sampler, sampler.adaptation->channel));
  const ChainData data = backend_->read();
  const std::size_t size = adaptation_.memory.size() / data.chains;
  RunConfig adapted = config_;
  std::map<std::string, double> means;
  for (std::size_t i = 0; i < data.chains; ++i) {
    const auto own = adaptation_.memory.begin() + static_cast<std::ptrdiff_t>(i * size);
    const double value = data.report[i * static_cast<std::size_t>(data.report_size) + channel];
    const auto next = sampler.adaptation->next({own, own + static_cast<std::ptrdiff_t>(size)}, value, step_);
    std::ranges::copy(next, own);
    for (const auto& [id, set] : sampler.adaptation->values(next))
      means[id] += set / static_cast<double>(data.chains);
  }
  for (const auto& [id, mean] : means)
    adapted.sampler.values[static_cast<std::size_t>(find_parameter(sampler, id))] = mean;
  configure(adapted);
  set_own_values();
}

std::uint64_t Session::adaptation_stop() const {
  if (adaptation_.memory.empty()) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t block = adaptation_block(config_);
  return (step_ / block + 1) * block;
}

/// At the end of a block; one that had begun before the adaptation does not count.
void Session::adapt() {
  const Descriptor& sampler = sampler_descriptor();
  const Adaptation& adaptation = *sampler.adaptation;
  if (step_ < adaptation_.begun + adaptation_block(config_)) return;
  if (adapts_alone(config_)) return adapt_alone();
  const auto channel = static_cast<std::size_t>(find_channel(sampler, adaptation.channel));
  adaptation_.memory =
      adaptation.next(std::move(adaptation_.memory), backend_->means().channels[channel].mean, step_);
  RunConfig adapted = config_;
  for (const auto& [id, value] : adaptation.values(adaptation_.memory))
    adapted.sampler.values[static_cast<std::size_t>(find_parameter(sampler, id))] = value;
  configure(adapted);
}

}  // namespace ergo
