#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/followed_chain.h"

namespace ergo {

/// Whether runs that make so many steps a frame are shown between them, and not from step to step.
constexpr bool in_slow_motion(double steps_per_frame) { return steps_per_frame < 1; }

/// All chains of a run on their way through its next step, part by part as the sampler tells it, by its twin
/// in double. The run itself stays where it is.
class SwarmMotion {
 public:
  static constexpr std::uint64_t most_chains = 16'384;
  static constexpr std::size_t most_parts = 500'000;  ///< of all chains together

  /// So many are shown from whole step to whole step, however slow.
  static constexpr bool too_many(std::uint64_t chains) { return chains > most_chains; }

  /// The chains when `phase` of the next step is over: positions, momenta and thermostats between their
  /// parts, all else as it is now. Null where they are too many to be taken apart between two pictures. Waits
  /// for the device once a step.
  const ChainData* at(Session& session, double phase);

 private:
  void take_apart(Session& session);

  std::optional<std::uint64_t> step_;  ///< taken apart
  RunConfig config_;
  ChainData data_;                       ///< of the last call
  int momentum_ = -1, thermostat_ = -1;  ///< offsets in a state row
  std::vector<ExplainedStep> steps_;     ///< of each chain; empty where they are too many
};

}  // namespace ergo
