#pragma once

#include "core/backend/backend.h"

namespace ergo {

/// Whether chains that go on under another sampler, or on another target, keep a state field of theirs: the
/// momentum with which the next step goes on, where both samplers' has the distribution N(0, I), and a
/// thermostat: of one with more parts those that the other has too, first of all the friction of p.
bool is_carried(const StateField& field, const Descriptor& before, const Descriptor& after);

/// What Backend::begin() needs for chains to go on from `data` of the sampler `before`, with dim `dim`, on a
/// target under the sampler `after`: positions, and the fields that are kept, of chains that have not
/// diverged; all else 0.
ChainData carried_state(const ChainData& data, const Descriptor& before, int dim, const Target& target,
                        const Descriptor& after);

}  // namespace ergo
