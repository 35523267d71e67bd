#include "core/verification/chain_walk.h"

#include <atomic>
#include <cstring>
#include <limits>

#include "core/backend/start_positions.h"
#include "core/base/thread_pool.h"

namespace ergo {
namespace {

/// A chain's storage, at its start.
struct Walker {
  Walker(const RunConfig& config, const Sampler& sampler, const Oracle& oracle, const Target& target,
         Position start, std::uint32_t chain)
      : state(static_cast<std::size_t>(sampler.state_size())),
        report(static_cast<std::size_t>(sampler.report_size())),
        row{state, report, diverged, chain} {
    const Evaluation at = target.evaluate(start);
    const ChainState begin{start, at.energy, at.gradient};
    std::memcpy(state.data(), &begin, sizeof begin);
    sampler.init(row, oracle, config.seed, 0);
  }

  std::vector<double> state, report;
  std::uint64_t diverged = 0;
  const ChainRow row;
};

}  // namespace

std::size_t walk_chains(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps,
                        const std::function<void(const ChainSight&)>& look) {
  const auto target = make_target(config);
  const auto sampler = make_sampler(config);
  const auto starts = start_positions(config, *target);
  const Oracle oracle(*target, gradient_noise_of(config));
  std::atomic<std::size_t> diverged = 0;
  ThreadPool().for_blocks(config.chains, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Walker walker(config, *sampler, oracle, *target, starts[i], static_cast<std::uint32_t>(i));
      sampler->advance(walker.row, oracle, config.seed, 0, burn_in);
      for (std::uint64_t step = burn_in; step < burn_in + steps && !walker.diverged; ++step) {
        sampler->advance(walker.row, oracle, config.seed, step, 1);
        if (!walker.diverged) look({i, walker.state, walker.report});
      }
      diverged += walker.diverged > 0;
    }
  });
  return diverged;
}

std::vector<double> time_averages(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps,
                                  const std::function<double(const ChainSight&)>& value) {
  std::vector<double> sums(config.chains);
  std::vector<std::uint64_t> looks(config.chains);
  walk_chains(config, burn_in, steps, [&](const ChainSight& sight) {
    sums[sight.chain] += value(sight);
    ++looks[sight.chain];
  });
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] =
        looks[i] == steps ? sums[i] / static_cast<double>(steps) : std::numeric_limits<double>::quiet_NaN();
  return sums;
}

}  // namespace ergo
