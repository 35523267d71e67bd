#pragma once

#include <span>
#include <string>

#include "core/config/assignment.h"

namespace ergo {

/// Throws Error if a list gives the strength of the gradient noise twice, as sigma and as B. (Of assignments made one
/// after another, the later one counts.)
void check_given_once(std::span<const Assignment> list, const std::string& where);

/// Makes the noise consistent after an assignment: at most one of sigma and B differs from 0; a kind of noise without
/// strength has both at their defaults; mini-batch noise is turned off with a target that has no data. Throws Error for
/// a strength that has no effect, and for mini-batches of a target without data.
void settle_noise(RunConfig& config, const Assignment& assignment);

}  // namespace ergo
