#pragma once

#include "core/kernel_text/shader_library.h"
#include "core/lanes/generator/syntax.h"
#include "core/unit/registry.h"

namespace ergo::glsl {

/// The texts that make a unit's kernel on lanes, and what is generated around them. A sampler in the plane sees its
/// target through the prototypes of evaluate() and gradient_noise(), one on a lattice through that of target_site(). A
/// target's text has its evaluate() and prepare(), and gradient_noise() if it is made of data; noise_text() has that of
/// all others.
Text sampler_text(const ShaderLibrary& library, const Descriptor& sampler);
Text target_text(const ShaderLibrary& library, const TargetUnit& target);
Text noise_text(const ShaderLibrary& library);
/// A sampler of sites sees its target through the prototypes of take_slopes(), slope(), change(), counted(),
/// rise() and energy_of().
Text site_sampler_text(const ShaderLibrary& library, const Descriptor& sampler);
Text site_target_text(const ShaderLibrary& library, const std::string& id);
/// Functions that formulas use.
Text formula_text(const ShaderLibrary& library);

/// Whether a target has a kernel of its own: it is in the plane and does not bring its text at run time.
bool has_kernel(const TargetUnit& target);

}  // namespace ergo::glsl
