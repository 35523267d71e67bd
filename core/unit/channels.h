#pragma once

#include "core/unit/descriptor.h"

// Channels that many samplers have.
namespace ergo {

/// For samplers of the plane.
inline Channel energy_channel() {
  return {.id = "energy",
          .title = "Energy",
          .symbol = "E",
          .doc = "Energy of the target at the chain's position.",
          .of_position = true};
}

/// For samplers on a lattice.
inline Channel site_energy_channel() {
  return {.id = "energy",
          .title = "Energy",
          .symbol = "E",
          .doc = "Energy of the target at the chain's site.",
          .of_position = true};
}

/// Distance of the last move, for samplers on a lattice.
inline Channel jump_channel() {
  return {.id = "jump",
          .title = "Jump distance",
          .symbol = "|Δx|₁",
          .doc = "L1 distance moved in the last step, in sites.",
          .of_transition = true};
}

/// Acceptance of the last proposal.
inline Channel acceptance_channel() {
  return {.id = "acceptance_rate",
          .title = "Acceptance",
          .symbol = "a",
          .doc = "min(1, Metropolis ratio) of the last proposal.",
          .of_transition = true};
}

/// Decision on the last proposal, for samplers of the plane.
inline Channel accepted_channel() {
  return {.id = "accepted",
          .title = "Accepted",
          .symbol = "x ← x'",
          .doc = "1 if the last proposal was accepted, else 0.",
          .of_transition = true};
}

}  // namespace ergo
