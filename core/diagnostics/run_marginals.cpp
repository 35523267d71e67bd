#include "core/diagnostics/run_marginals.h"

#include <algorithm>
#include <cmath>

#include "core/diagnostics/drawn_points.h"

namespace ergo {

std::vector<Marginal> RunMarginals::of(const ChainData& data, const RunConfig& config, DrawsUsed draws) {
  if (target_ != config.target) {
    distributions_ = marginal_distributions(*make_target(config));
    target_ = config.target;
  }
  const Descriptor& sampler = sampler_unit(config.sampler.id).descriptor;
  const auto chains = sound_chains(data);
  const WeightedPoints drawn = drawn_points(data, sampler, chains, available(draws, sampler));
  std::vector<Marginal> found;
  std::vector<double> values(drawn.x.size());
  for (std::size_t axis = 0; axis < distributions_.size(); ++axis) {
    std::ranges::transform(drawn.x, values.begin(), axis == 0 ? &Position::x : &Position::y);
    found.push_back(marginal(static_cast<int>(axis), distributions_[axis], values, drawn.weights,
                             effective_draws(drawn)));
  }
  const auto add_state = [&](const std::string& field, const Prediction& distribution) {
    const int offset = state_offset(sampler, field);
    if (offset < 0) return;
    values.clear();
    for (const std::size_t chain : chains)
      if (const double value = data.state_row(chain)[static_cast<std::size_t>(offset)]; std::isfinite(value))
        values.push_back(value);
    BinnedDistribution normal =
        normal_distribution(distribution.mean, distribution.sd > 0 ? distribution.sd : 1);
    if (distribution.sd == 0) normal.masses.clear();
    found.push_back(marginal(offset, std::move(normal), values, {}, static_cast<double>(values.size())));
  };
  add_state(sampler.claims.momentum_field, {0, 1, ""});
  if (const int thermostat = find_channel(sampler, sampler.claims.thermostat_field); thermostat >= 0)
    add_state(
        sampler.claims.thermostat_field,
        prediction(sampler.channels[static_cast<std::size_t>(thermostat)], config).value_or(Prediction{}));
  return found;
}

}  // namespace ergo
