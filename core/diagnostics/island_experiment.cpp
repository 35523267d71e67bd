#include "core/diagnostics/island_experiment.h"

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

double total_variation(const std::vector<double>& counts, const std::vector<double>& law) {
  double total = 0, sum = 0;
  for (const double count : counts) total += count;
  for (std::size_t i = 0; i < law.size(); ++i) sum += std::abs(counts[i] / total - law[i]);
  return sum / 2;
}

}  // namespace

IslandCount count_islands(const RunConfig& config, Backend& backend, Position start, std::uint64_t steps) {
  const auto made = make_target(config);
  const LatticeTarget& target = *made->lattice();
  const IslandMap map(target);
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto channel = static_cast<std::size_t>(find_channel(sampler, sampler.claims.acceptance_channel));
  const std::size_t modes = target.modes().size(), chains = config.chains;
  std::vector<double> states(target.law().size()), shares(modes), masses(modes);
  for (std::size_t i = 0; i < states.size(); ++i) masses[map.nearest[i]] += target.law()[i];
  std::vector<std::vector<bool>> found(chains, std::vector<bool>(modes));
  IslandCount count;
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
      count.acceptance += data.report[i * static_cast<std::size_t>(data.report_size) + channel];
    }
  }
  double squares = 0;
  for (const auto& of_chain : found) {
    const auto n = static_cast<double>(std::ranges::count(of_chain, true));
    count.modes_per_chain += n / static_cast<double>(chains);
    squares += n * n / static_cast<double>(chains);
  }
  count.modes_sd = std::sqrt(std::max(0.0, squares - count.modes_per_chain * count.modes_per_chain));
  count.state_variation = total_variation(states, target.law());
  count.mode_variation = total_variation(shares, masses);
  count.acceptance /= static_cast<double>(chains * steps);
  return count;
}

}  // namespace ergo
