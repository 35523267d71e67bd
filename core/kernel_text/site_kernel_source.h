#pragma once

#include <string>

#include "core/kernel_text/shader_library.h"
#include "core/unit/descriptor.h"

namespace ergo {

/// What the text of every kernel of sites begins with: constants, and the uniforms of site_uniform_names from
/// location `first_site_uniform` on; without locations for lanes.
std::string site_declarations(bool with_locations);
inline constexpr int first_site_uniform = 7;

/// The whole compute shaders of one pair of sites: the one that starts chains and the one that steps them. Of
/// each chain the buffers of common/chains.glsl and common/site_memory.glsl hold the numbers; the one at
/// target_binding holds LatticeTarget::device_numbers() of the plane that the chains are shown in.
KernelSource site_init_kernel(const ShaderLibrary& library, const std::string& target,
                              const Descriptor& sampler);
KernelSource site_step_kernel(const ShaderLibrary& library, const std::string& target,
                              const Descriptor& sampler);

}  // namespace ergo
