#pragma once

#include <string>

#include "core/lanes/generator/syntax.h"

namespace ergo::glsl {

/// The C++ file of a unit's kernel: the text's functions, and how core/lanes/drive.h and the other half of a pair enter
/// it.
std::string sampler_kernel(const Text& text, const std::string& id, bool lattice);
std::string target_kernel(const Text& text, const std::string& id, bool minibatches);
std::string noise_kernel(const Text& text);
std::string tape_kernel(const Text& text);

/// The file that lists all kernels of an instruction set.
std::string kernel_list(const std::vector<std::string>& samplers, const std::vector<std::string>& targets);

}  // namespace ergo::glsl
