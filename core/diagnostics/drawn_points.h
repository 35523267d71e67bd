#pragma once

#include <span>
#include <vector>

#include "core/backend/backend.h"
#include "core/unit/draws_used.h"

namespace ergo {

/// Points with weights; no weights: all are equal.
struct WeightedPoints {
  std::vector<Position> x;
  std::vector<double> weights;
};

/// Chains that have not diverged and have a finite position.
std::vector<std::size_t> sound_chains(const ChainData& data);

/// Time weights of these chains' positions (DrawsUsed::weighted), in their order. Empty if all are equal: the sampler
/// has no weights, or no time has passed.
std::vector<double> time_weights(const ChainData& data, const Descriptor& sampler,
                                 std::span<const std::size_t> chains);

/// Draws of these chains, of a kind that the sampler has.
WeightedPoints drawn_points(const ChainData& data, const Descriptor& sampler,
                            std::span<const std::size_t> chains, DrawsUsed draws);

/// (sum w)^2/sum w^2, the number of equally weighted draws whose mean has the same variance (Kish 1965).
double effective_draws(const WeightedPoints& points);

}  // namespace ergo
