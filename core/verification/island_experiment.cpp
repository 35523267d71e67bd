#include "core/verification/island_experiment.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ergo {

namespace {

/// Of every site, the modes within their radius of it, and the nearest one.
struct IslandMap {
  explicit IslandMap(const LatticeTarget& target) {
    const std::vector<Mode> modes = target.modes();
    for (std::size_t i = 0; i < target.sides().count(); ++i) {
      const Position site = target.sides().site(i);
      const auto distance = [&](const Mode& mode) { return norm(site - mode.centre); };
      const auto closest = std::ranges::min_element(modes, {}, distance);
      nearest.push_back(static_cast<std::size_t>(closest - modes.begin()));
      visits.push_back(distance(*closest) < closest->radius);
    }
  }
  std::vector<std::size_t> nearest;
  std::vector<bool> visits;
};

double variation_of_counts(const std::vector<double>& counts, const std::vector<double>& distribution) {
  double total = 0, sum = 0;
  for (const double count : counts) total += count;
  for (std::size_t i = 0; i < distribution.size(); ++i) sum += std::abs(counts[i] / total - distribution[i]);
  return sum / 2;
}

/// A run's adaptation, block by block.
class Adapting {
 public:
  explicit Adapting(const RunConfig& config)
      : config_(config),
        sampler_(sampler_unit(config.sampler.id).descriptor),
        memory_(begin_adaptation(config)) {}

  /// Where `data` ends a block, puts the values of the next one into force.
  void after(const ChainData& data, Backend& backend) {
    if (memory_.empty() || data.step % adaptation_block(config_) != 0) return;
    const auto column = static_cast<std::size_t>(find_channel(sampler_, sampler_.adaptation->channel));
    double mean = 0;
    for (std::size_t i = 0; i < data.chains; ++i)
      mean += data.report[i * static_cast<std::size_t>(data.report_size) + column] /
              static_cast<double>(data.chains);
    memory_ = sampler_.adaptation->next(std::move(memory_), mean, data.step);
    for (const auto& [id, value] : sampler_.adaptation->values(memory_))
      config_.sampler.values[static_cast<std::size_t>(find_parameter(sampler_, id))] = value;
    backend.configure(config_);
  }

 private:
  RunConfig config_;
  const Descriptor& sampler_;
  Adaptation::Memory memory_;
};

}  // namespace

IslandCount count_islands(const RunConfig& config, Backend& backend, Position start, std::uint64_t steps) {
  const auto made = make_target(config);
  const LatticeTarget& target = *made->lattice();
  const IslandMap map(target);
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto channel = static_cast<std::size_t>(find_channel(sampler, sampler.claims.acceptance_channel));
  const std::size_t modes = target.modes().size(), chains = config.chains;
  std::vector<double> states(target.distribution().size()), shares(modes), masses(modes);
  for (std::size_t i = 0; i < states.size(); ++i) masses[map.nearest[i]] += target.distribution()[i];
  std::vector<std::vector<bool>> found(chains, std::vector<bool>(modes));
  std::vector<double> accepted(chains);
  Adapting adapting(config);
  backend.configure(config);
  backend.place(std::vector<Position>(chains, start), 0);
  for (std::uint64_t step = 0; step < steps; ++step) {
    backend.advance(step, 1);
    const ChainData data = backend.read();
    for (std::size_t i = 0; i < chains; ++i) {
      const std::size_t site = target.sides().index(data.x(i));
      ++states[site];
      ++shares[map.nearest[site]];
      if (map.visits[site]) found[i][map.nearest[site]] = true;
      accepted[i] +=
          data.report[i * static_cast<std::size_t>(data.report_size) + channel] / static_cast<double>(steps);
    }
    adapting.after(data, backend);
  }
  IslandCount count;
  double squares = 0;
  for (const auto& of_chain : found) {
    const auto n = static_cast<double>(std::ranges::count(of_chain, true));
    count.modes_per_chain += n / static_cast<double>(chains);
    squares += n * n / static_cast<double>(chains);
  }
  count.modes_sd = std::sqrt(std::max(0.0, squares - count.modes_per_chain * count.modes_per_chain));
  count.state_variation = variation_of_counts(states, target.distribution());
  count.mode_variation = variation_of_counts(shares, masses);
  for (const double rate : accepted) count.acceptance += rate / static_cast<double>(chains);
  for (const double rate : accepted)
    count.acceptance_sd += std::pow(rate - count.acceptance, 2) / static_cast<double>(chains);
  count.acceptance_sd = std::sqrt(count.acceptance_sd);
  return count;
}

}  // namespace ergo
