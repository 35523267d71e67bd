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

/// Draws of these chains, of a kind that the sampler has.
WeightedPoints drawn_points(const ChainData& data, const Descriptor& sampler,
                            std::span<const std::size_t> chains, DrawsUsed draws);

/// (sum w)^2/sum w^2, the number of equally weighted draws whose mean has the same variance (Kish 1965).
double effective_draws(const WeightedPoints& points);

}  // namespace ergo
