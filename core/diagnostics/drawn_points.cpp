#include "core/diagnostics/drawn_points.h"

#include <cmath>

namespace ergo {
namespace {

/// Log of a chain's real time so far (PathDraws), from its state row; below -1e29 before its first step.
double log_time_so_far(const Descriptor& sampler, std::span<const double> row) {
  const auto of = [&](const char* field) {
    return row[static_cast<std::size_t>(state_offset(sampler, field))];
  };
  return of("time_reference") + std::log(of("time_total"));
}

}  // namespace

std::vector<std::size_t> sound_chains(const ChainData& data) {
  std::vector<std::size_t> chains;
  for (std::size_t i = 0; i < data.chains; ++i)
    if (!data.diverged[i] && std::isfinite(data.x(i).x) && std::isfinite(data.x(i).y)) chains.push_back(i);
  return chains;
}

std::vector<double> time_weights(const ChainData& data, const Descriptor& sampler,
                                 std::span<const std::size_t> chains) {
  const int channel = find_channel(sampler, sampler.claims.time_weight_channel);
  if (channel < 0 || data.step == 0) return {};
  const double log_steps = std::log(static_cast<double>(data.step));
  std::vector<double> weights;
  for (const std::size_t i : chains) {
    // Of the chain's own time, at a scale common to all chains.
    const double so_far = log_time_so_far(sampler, data.state_row(i)),
                 log_weight = data.report[i * data.report_size + channel];
    const bool at_rest = so_far < -1e29;
    weights.push_back(std::exp(at_rest ? log_weight : log_weight - so_far + log_steps));
  }
  return weights;
}

WeightedPoints drawn_points(const ChainData& data, const Descriptor& sampler,
                            std::span<const std::size_t> chains, DrawsUsed draws) {
  const int offset = state_offset(sampler, position_field(draws, sampler));
  const std::vector<double> weights =
      draws == DrawsUsed::weighted ? time_weights(data, sampler, chains) : std::vector<double>();
  WeightedPoints drawn;
  for (std::size_t k = 0; k < chains.size(); ++k) {
    const auto row = data.state_row(chains[k]);
    const Position x = {row[offset], row[offset + 1]};
    if (!std::isfinite(x.x) || !std::isfinite(x.y)) continue;
    drawn.x.push_back(x);
    if (!weights.empty()) drawn.weights.push_back(weights[k]);
  }
  return drawn;
}

double effective_draws(const WeightedPoints& points) {
  if (points.weights.empty()) return static_cast<double>(points.x.size());
  double sum = 0, squares = 0;
  for (const double w : points.weights) {
    sum += w;
    squares += w * w;
  }
  return squares == 0 ? 0 : sum * sum / squares;
}

}  // namespace ergo
