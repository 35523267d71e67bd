#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace ergo {

/// What is swept, and how long.
struct SweepOptions {
  std::string parameter;           ///< of the sampler; empty: its first number that has an effect
  std::vector<double> values;      ///< empty: `count` of them from `from` to `to`, evenly in the parameter's scale
  std::optional<double> from, to;  ///< where not given, the ends of usual_range()
  std::uint64_t count = 22;
  std::string quantity = "least";  ///< one of swept_quantities()
  std::uint64_t chains = 512;
  std::uint64_t gradients = 16384;  ///< most gradient evaluations of a chain at one value
};

/// The sampler's first number that has an effect at these values; null if there is none.
const Parameter* first_number(const UnitChoice& sampler);
/// The sampler's number of that id, or its first one if the id is empty. Throws Error if there is none, or it has no
/// effect.
const Parameter& swept_number(const UnitChoice& sampler, const std::string& id);

/// Values of a number that are worth trying in this run: of a step size with a StepRule from 1/16 to 8 times its
/// default on the run's target, of steps that are times the squares of these factors; else the slider's range.
Range usual_range(const Parameter& number, const RunConfig& run);

/// The values of a sweep, rising, each once. Those that are not named have three digits. Throws Error for values that
/// are not legal, and for fewer than two.
std::vector<double> swept_values(const Parameter& number, const RunConfig& run, const SweepOptions& options);

/// Whether two runs have the same sweep of their sampler's first number: if they differ at most in it, and in start,
/// chains, seed and backend.
bool same_sweep(const RunConfig& a, const RunConfig& b);

}  // namespace ergo
