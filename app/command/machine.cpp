#include "app/command/machine.h"

#include "core/backend/cpu_backend.h"
#include "core/base/error.h"
#include "core/gl/gl_backend.h"
#include "core/lanes/simd_backend.h"

namespace ergo {

Machine::Machine(int gl_device, const std::string& shaders)
    : gl_device_(gl_device),
      shaders_(shaders.empty() ? std::make_shared<ShaderLibrary>()
                               : std::make_shared<ShaderLibrary>(shaders)) {}

OffscreenContext& Machine::context() {
  if (!context_) context_ = std::make_unique<OffscreenContext>(gl_device_);
  return *context_;
}

std::unique_ptr<Backend> Machine::make(BackendKind kind) {
  if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
  if (kind == BackendKind::simd) return std::make_unique<SimdBackend>();
  try {
    context().make_current();
    auto gpu = std::make_unique<GlBackend>(shaders_);
    // Four lanes are slower than the vectors of software OpenGL (tests/bench/bench_lanes).
    const bool few_lanes = lanes::lane_sets().front().kernels->width < 8;
    if (kind == BackendKind::gpu || !gpu->is_software() || few_lanes) return gpu;
  } catch (const Error& error) {
    if (kind == BackendKind::gpu || error.blame == Blame::user) throw;
  }
  return std::make_unique<SimdBackend>();
}

Comparison Machine::begin(const std::vector<PresetSession>& runs, Pace pace) {
  Comparison::Sessions sessions;
  // Checkpoints serve going back, which no command does.
  for (const PresetSession& run : runs)
    sessions.push_back(std::make_unique<Session>(run.config, factory(), run.journal, 0));
  return Comparison(std::move(sessions), pace);
}

BackendFactory Machine::factory() {
  return [this](BackendKind kind) { return make(kind); };
}

}  // namespace ergo
