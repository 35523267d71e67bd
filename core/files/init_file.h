#pragma once

#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// The chains of an .npz file, for Session::start_from: `x` [chain, dim] (or [chain, draw, dim]: the last
/// draw) and any of the sampler's state fields by name, [chain] or [chain, component] (with a draw axis
/// likewise); the other fields are those of a fresh start at x with what is given. `<id>_state`, as exports
/// have it where a channel is called like the field, goes before `<id>`. `chains` of the result is the
/// file's. What the program's own export holds besides (channels, diverged, draw_step, meta.json; state of
/// another sampler; weights) is passed over. Throws Error for other arrays (with the nearest legal name), shapes that
/// do not agree, numbers that are not finite, positions that are no sites of the target's lattice, and unit
/// vectors of another length; lengths that are right in single precision are made exact.
ChainData read_init(const std::string& path, const RunConfig& config);

/// The state arrays of another sampler that read_init() passes over in a file of this program.
std::vector<std::string> passed_over(const std::string& path, const Descriptor& sampler);

}  // namespace ergo
