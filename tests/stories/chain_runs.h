#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "core/verification/chain_walk.h"
#include "tests/machine_fixture.h"

namespace ergo {

inline RunConfig configured(const std::string& sampler, const std::string& target, std::uint64_t chains,
                            const std::vector<Assignment>& assignments) {
  RunConfig config = pair_config(sampler, target, BackendKind::cpu, chains);
  for (const auto& a : assignments) apply(config, a);
  return config;
}

struct Average {
  double mean, error;  ///< over the chains
};

inline Average over_chains(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double mean = 0, square = 0;
  for (const double v : values) mean += v / n;
  for (const double v : values) square += (v - mean) * (v - mean) / (n - 1);
  return {mean, std::sqrt(square / n)};
}

/// Shows every state after `burn_in` steps to look(chain, state row), a chain's by one thread.
template <class Look>
void run(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps, Look look) {
  const auto see = [&](const ChainSight& s) { look(static_cast<std::uint32_t>(s.chain), s.state); };
  ASSERT_EQ(walk_chains(config, burn_in, steps, see), 0u) << "diverged";
}

/// Each chain's time average of value(state row).
template <class Value>
std::vector<double> time_averages(const RunConfig& config, std::uint64_t burn_in, std::uint64_t steps,
                                  Value value) {
  return time_averages(
      config, burn_in, steps,
      std::function<double(const ChainSight&)>([&](const ChainSight& s) { return value(s.state); }));
}

// Rows of sgnht and sghmc: x, energy, gradient, p, xi.
inline double square_x(std::span<const double> s) { return s[0] * s[0]; }
inline double square_p(std::span<const double> s) { return s[5] * s[5] + s[6] * s[6]; }
inline double friction(std::span<const double> s) { return s[7]; }

}  // namespace ergo
