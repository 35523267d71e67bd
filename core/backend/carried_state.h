#pragma once

#include "core/backend/backend.h"

namespace ergo {

/// Whether chains keep a state field when they go on with another sampler or on another target. They keep the momentum
/// that the next step starts with, if it has the distribution N(0, I) for both samplers, and the thermostat: of one
/// with several parts those that the other also has, beginning with the friction of p.
bool is_carried(const StateField& field, const Descriptor& before, const Descriptor& after);

/// The argument of Backend::begin() for chains that go on from `data` of the sampler `before` on the target `left` with
/// the sampler `after` on `target`: positions, configurations of as many sites with as many values, and kept fields of
/// chains that have not diverged; all else is 0.
ChainData carried_state(const ChainData& data, const Descriptor& before, const Target& left, const Target& target,
                        const Descriptor& after);

}  // namespace ergo
