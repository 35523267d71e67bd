#pragma once

#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// The nearest legal position: y = 0 for dim 1; on a lattice the nearest site.
Position legal_position(const Target& target, Position x);

/// Where chains begin: their positions and, on a target of sites, their configurations as numbers of a state row,
/// [chain, word].
struct ChainStarts {
  std::vector<Position> positions;
  std::vector<double> words;

  /// Those of the first chains alone.
  void keep(std::size_t chains);
};

/// Chains at these positions, all their other numbers 0.
ChainData chains_at(std::span<const Position> positions, std::uint64_t step, int state_size, int report_size);

/// Draws the starts of a run's chains, in parallel. Throws Error.
ChainStarts chain_starts(const RunConfig& config, const Target& target);
/// Their positions.
std::vector<Position> start_positions(const RunConfig& config, const Target& target);

/// Puts the chains of a configured backend where they begin, as of step 0.
void place(Backend& backend, const ChainStarts& starts, const Descriptor& sampler);

}  // namespace ergo
