#pragma once

#include <string>
#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// Edits of a run in words: "Sampler: HMC", "ε Step size = 0.3", "Chains = 500". `run`: the run after the edits. Values
/// have four digits, and of long texts the beginning is told. After the third edit only the number of the others is told.
std::string edit_words(const RunConfig& run, const std::vector<Assignment>& edits);

}  // namespace ergo
