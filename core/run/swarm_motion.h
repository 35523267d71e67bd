#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/followed_chain.h"

namespace ergo {

/// Whether chains are shown between steps, at this number of steps per frame.
constexpr bool in_slow_motion(double steps_per_frame) { return steps_per_frame < 1; }

/// All chains of a run on their way through the next step, part by part, computed by the sampler's C++ twin in
/// double. The run itself does not move.
class SwarmMotion {
 public:
  static constexpr std::uint64_t most_chains = 16'384;
  static constexpr std::size_t most_parts = 500'000;  ///< parts of all chains together

  /// Whether there are too many chains to show them between steps.
  static constexpr bool too_many(std::uint64_t chains) { return chains > most_chains; }

  /// The chains when `phase` of the next step is over: positions, momenta and thermostats are interpolated, everything
  /// else is as it is now. Null if there are too many chains or parts, or a model learns first. Waits for the device
  /// once per step.
  const ChainData* at(Session& session, double phase);

 private:
  void take_apart(Session& session);

  std::optional<std::uint64_t> step_;  ///< the step that steps_ are of
  RunConfig config_;
  ChainData data_;                       ///< result of the last call
  int momentum_ = -1, thermostat_ = -1;  ///< offsets in a state row
  std::vector<ExplainedStep> steps_;     ///< one for each chain; empty if there are too many
};

}  // namespace ergo
