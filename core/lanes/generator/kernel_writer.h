#pragma once

#include <string>
#include <vector>

#include "core/lanes/generator/syntax.h"

namespace ergo::glsl {

/// The C++ file of a unit's kernel: the text's functions, and how core/lanes/drive.h and the other half of a pair enter
/// it.
std::string sampler_kernel(const Text& text, const std::string& id, bool lattice);
std::string target_kernel(const Text& text, const std::string& id, bool minibatches);
std::string noise_kernel(const Text& text);
std::string tape_kernel(const Text& text);

/// The same of units of sites and core/lanes/site_drive.h.
std::string site_sampler_kernel(const Text& text, const std::string& id);
std::string site_target_kernel(const Text& text, const std::string& id);

/// Ids of the units that have kernels; those of samplers of all spaces.
struct KernelIds {
  std::vector<std::string> samplers, targets, site_targets;
};
/// The file that lists all kernels of an instruction set.
std::string kernel_list(const KernelIds& ids);

}  // namespace ergo::glsl
