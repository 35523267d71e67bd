#pragma once

#include <string>

namespace ergo {

struct RunConfig;

/// What of the run only the cpu backend steps, in words: "sampler pas"; empty if nothing. Units over configurations of
/// sites may lack kernels, and those of models that learn do.
std::string without_kernel(const RunConfig& config);

}  // namespace ergo
