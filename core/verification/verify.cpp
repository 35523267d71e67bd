#include <algorithm>
#include <cmath>

#include "core/verification/kernel_steps.h"
#include "core/verification/order_tests.h"
#include "core/verification/stationarity.h"
#include "core/verification/trial.h"

namespace ergo {

namespace {

constexpr std::uint64_t chain_count = 32768, step_count = 32;

std::vector<Position> positions_of(const ChainData& data) {
  std::vector<Position> positions(data.chains);
  for (std::size_t i = 0; i < data.chains; ++i) positions[i] = data.x(i);
  return positions;
}

/// If all draws, weighted or not, follow the target, no chain may diverge.
void refuse_lost_chains(const ChainData& data, const Trial& trial, Verdict& verdict) {
  if (data.diverged_count() == 0 || trial.sampler.claims.distribution == Distribution::long_run) return;
  verdict.verdict = "fail";
  verdict.reason = std::to_string(data.diverged_count()) + " chains diverged";
}

Verdict exact_distribution(Trial& trial) {
  trial.start(chain_count);
  trial.backend.advance(0, std::clamp<std::uint64_t>(256 / trial.gradients_per_step(), 4, step_count));
  const ChainData data = trial.backend.read();
  Verdict verdict = distribution_test(*trial.target, positions_of(data), verification_level());
  refuse_lost_chains(data, trial, verdict);
  return verdict;
}

/// A diverged chain has weight 0: the reversed flow maps the set of chains that stay finite onto itself.
std::vector<WeightedMove> moves_of(const ChainData& data, const Trial& trial) {
  const auto weights = channel_of(data, trial.sampler, trial.sampler.claims.importance_channel);
  std::vector<WeightedMove> moves(data.chains);
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i] = {trial.starts[i], data.x(i), data.diverged[i] ? -HUGE_VAL : weights[i]};
  return moves;
}

Verdict weighted_distribution(Trial& trial, std::uint64_t seed) {
  trial.start(chain_count);
  trial.backend.advance(0, step_count);
  const ChainData data = trial.backend.read();
  Verdict verdict =
      weighted_distribution_test(*trial.target, moves_of(data, trial), seed, verification_level());
  refuse_lost_chains(data, trial, verdict);
  return verdict;
}

/// Weights get heavy tails as chains forget where they began: the mean needs them below e^3 = 20, which then
/// are worth a fraction of its standard error. A pilot run of another seed says how many steps that leaves.
Verdict mean_weight(Trial& trial) {
  trial.start(4096, 1);
  std::uint64_t steps = 0;
  for (std::uint64_t next = 1, done = 0; next <= step_count; done = next, next *= 2) {
    trial.backend.advance(done, next - done);
    const auto moves = moves_of(trial.backend.read(), trial);
    if (std::ranges::any_of(moves, [](const auto& move) { return std::abs(move.log_weight) > 3; })) break;
    steps = next;
  }
  if (steps == 0) return skipped("mean weight", "weights of a single step are too uneven to average");
  trial.start(chain_count);
  trial.backend.advance(0, steps);
  const ChainData data = trial.backend.read();
  if (data.diverged_count() > 0 && trial.sampler.claims.distribution == Distribution::long_run)
    return skipped("mean weight", "chains diverged, and their weight is lost");
  Verdict verdict = mean_weight_test(moves_of(data, trial));
  verdict.reason += ", " + std::to_string(steps) + " steps";
  refuse_lost_chains(data, trial, verdict);
  return verdict;
}

}  // namespace

std::vector<Verdict> verify(const SamplerUnit& sampler, const TargetUnit& target, Backend& backend,
                            std::uint64_t seed) {
  Trial trial(sampler, target, backend, seed);
  const Claims& claims = sampler.descriptor.claims;
  std::vector<Verdict> verdicts;
  if (!trial.can_start())
    verdicts.push_back(skipped("distribution", "no exact draws of the target's configurations"));
  else if (claims.distribution == Distribution::exact)
    verdicts.push_back(exact_distribution(trial));
  if (!claims.importance_channel.empty()) verdicts = {weighted_distribution(trial, seed), mean_weight(trial)};
  if (claims.distribution == Distribution::biased && claims.bias_order > 0)
    verdicts.push_back(bias_order_test(trial));
  if (!claims.conserved_channel.empty()) verdicts.push_back(conservation_order_test(trial));
  if (sampler.descriptor.space == Space::lattice)
    for (Verdict& verdict : kernel_verdicts(sampler, target, backend, seed))
      verdicts.push_back(std::move(verdict));
  if (verdicts.empty()) verdicts.push_back(skipped("long run", "nothing is claimed at a finite time"));
  for (Verdict& verdict : verdicts) {
    verdict.sampler = sampler.descriptor.id;
    verdict.target = target.descriptor.id;
    verdict.backend = to_string(backend.kind());
  }
  return verdicts;
}

}  // namespace ergo
