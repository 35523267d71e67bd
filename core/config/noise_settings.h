#pragma once

#include <span>
#include <string>

#include "core/config/assignment.h"

namespace ergo {

/// Throws Error where a list gives one thing twice: the strength of the gradient noise as sigma and as B. (Of
/// assignments made one after another, the later counts.)
void check_given_once(std::span<const Assignment> list, const std::string& where);

/// Makes the noise consistent after the assignment: of sigma and B one counts; a kind that none is given to
/// has them at their defaults; noise of mini-batches ends with the target that has them. Throws Error for a
/// strength that has no effect, and for mini-batches of a target without data.
void settle_noise(RunConfig& config, const Assignment& assignment);

}  // namespace ergo
