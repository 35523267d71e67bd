#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <span>

#include "tests/machine_fixture.h"

namespace ergo {

inline RunConfig configured(const std::string& sampler, const std::string& target, std::uint64_t chains,
                            const std::vector<Assignment>& assignments) {
  RunConfig config = pair_config(sampler, target, BackendKind::cpu, chains);
  for (const auto& a : assignments) apply(config, a);
  return config;
}

struct Estimate {
  double mean, error;  ///< over the chains
};

inline Estimate over_chains(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double mean = 0, square = 0;
  for (const double v : values) mean += v / n;
  for (const double v : values) square += (v - mean) * (v - mean) / (n - 1);
  return {mean, std::sqrt(square / n)};
}

/// Steps chains one by one and shows every state after `burn_in` steps to look(chain, state row).
template <class Look>
void run(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps, Look look) {
  const auto target = make_target(config);
  const auto sampler = make_sampler(config);
  const Oracle oracle(*target, gradient_noise_of(config));
  const auto starts = start_positions(config, *target);
  for (std::uint32_t chain = 0; chain < starts.size(); ++chain) {
    std::vector<double> state(sampler->state_size()), report(sampler->report_size());
    const Evaluation at = target->evaluate(starts[chain]);
    const ChainState begin{starts[chain], at.energy, at.gradient};
    std::memcpy(state.data(), &begin, sizeof begin);
    std::uint64_t diverged = 0;
    const ChainRow row{state, report, diverged, chain};
    sampler->init(row, oracle, config.seed, 0);
    sampler->advance(row, oracle, config.seed, 0, burn_in);
    for (std::uint64_t step = burn_in; step < burn_in + steps; ++step) {
      sampler->advance(row, oracle, config.seed, step, 1);
      look(chain, std::span<const double>(state));
    }
    ASSERT_EQ(diverged, 0u) << "chain " << chain;
  }
}

/// Each chain's time average of value(state row).
template <class Value>
std::vector<double> time_averages(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps,
                                  Value value) {
  std::vector<double> averages(config.chains);
  run(config, burn_in, steps, [&](std::uint32_t chain, std::span<const double> state) {
    averages[chain] += value(state) / static_cast<double>(steps);
  });
  return averages;
}

// Rows of sgnht and sghmc: x, energy, gradient, p, xi.
inline double square_x(std::span<const double> s) { return s[0] * s[0]; }
inline double square_p(std::span<const double> s) { return s[5] * s[5] + s[6] * s[6]; }
inline double friction(std::span<const double> s) { return s[7]; }

}  // namespace ergo
