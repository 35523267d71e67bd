#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/kernel_text/shader_library.h"
#include "core/unit/descriptor.h"
#include "core/unit/gradient_noise.h"

namespace ergo {

/// A target as its kernels see it: its descriptor, and the text of its own that follows its file.
struct TargetKernel {
  TargetKernel(const Descriptor& target, std::string text = {}) : descriptor(target), own_text(std::move(text)) {}
  Descriptor descriptor;
  std::string own_text;  ///< Target::kernel_text()

  /// Equal for targets that the same kernels serve.
  std::string key() const;
};

/// What every sampler's text is written in terms of: TargetParameters, SamplerParameters, State, Report, Transition,
/// Evaluation, moved_to(), metropolis_acceptance() and DIM. The same text compiles as GLSL and, with float read as
/// double, as C++.
std::string kernel_structs(const TargetKernel& target, const Descriptor& sampler);

/// Its parts: DIM, TargetParameters (on a lattice TargetConstants) and Evaluation; and the rest.
std::string target_structs(const TargetKernel& target);
std::string sampler_structs(const Descriptor& sampler);
extern const char* const evaluation_struct;
extern const char* const lattice_struct;  ///< TargetConstants

/// load_sampler(chain), load_state(chain), store_state(chain, stored) and the same of reports, from and to
/// the buffers of common/chains.glsl.
std::string chain_access(const Descriptor& sampler);

/// What stands before a target's text. evaluate() takes TargetConstants: what prepare() makes of the
/// parameters once for many evaluations, as compilers may not move it out of the loop over steps. A target
/// whose text defines neither gets the parameters themselves.
std::string target_preface(const ShaderLibrary& library, const TargetKernel& target);

/// What stands between a target's text and common/gradient_noise.glsl: minibatch_noise() for targets that
/// have none of their own.
std::string noise_preface(const TargetKernel& target);

/// A sampler's text and before it the common files that it is written in terms of.
std::vector<std::string> sampler_files(const TargetKernel& target, const Descriptor& sampler);

/// The whole compute shaders of one pair under one kind of gradient noise: the one that starts chains and the
/// one that steps them.
KernelSource init_kernel(const ShaderLibrary& library, const TargetKernel& target, const Descriptor& sampler,
                         NoiseKind noise = NoiseKind::none);
KernelSource step_kernel(const ShaderLibrary& library, const TargetKernel& target, const Descriptor& sampler,
                         NoiseKind noise = NoiseKind::none);

/// A shader made of files in order, under the version line that all shaders share.
KernelSource shader(const ShaderLibrary& library, const std::vector<std::string>& paths);

/// A drawing shader's files after what it needs to evaluate a target: TargetConstants, Evaluation,
/// load_target() and evaluate(). load_target() reads Target::device_numbers() from the storage buffer bound to
/// target_binding (ChainBuffers::target is one).
KernelSource target_shader(const ShaderLibrary& library, const TargetKernel& target,
                           const std::vector<std::string>& paths);
KernelSource target_shader(const ShaderLibrary& library, const TargetKernel& target, const std::string& path);
inline constexpr unsigned target_binding = 4;

}  // namespace ergo
