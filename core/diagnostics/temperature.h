#pragma once

#include <span>

#include "core/backend/backend.h"
#include "core/maths/estimate.h"
#include "core/unit/target.h"

namespace ergo {

/// Both temperatures are 1 at equilibrium.
///
/// Configurational: the virial <(x - c).grad E(x)>/d with the exact gradient, whatever noise the sampler saw.
/// Integration by parts makes it 1 under the target for every c; with c the target's mean it varies least.
Estimate configurational_temperature(std::span<const Position> x, std::span<const double> weights,
                                     const Target& target, Position centre);

/// Kinetic: <p.p>/d over the given chains, p the state field at `offset`.
Estimate kinetic_temperature(const ChainData& data, std::span<const std::size_t> chains, int offset, int dim);

}  // namespace ergo
