#pragma once

#include <memory>
#include <string>

#include "core/backend/cpu_backend.h"
#include "core/gl/context.h"
#include "core/gl/gl_backend.h"
#include "core/lanes/simd_backend.h"
#include "core/run/session.h"

namespace ergo {

/// Backends for tests; the off-screen context is made once for the whole program.
inline BackendFactory test_factory() {
  return [](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    if (kind == BackendKind::simd) return std::make_unique<SimdBackend>();
    static OffscreenContext context;
    context.make_current();
    return std::make_unique<GlBackend>();
  };
}

/// The configuration of a pair with few chains.
inline RunConfig pair_config(const std::string& sampler, const std::string& target, BackendKind backend,
                             std::uint64_t chains = 200) {
  RunConfig config;
  apply(config, {"target", target});
  apply(config, {"sampler", sampler});
  config.chains = chains;
  config.backend = backend;
  return config;
}

/// A target with modes that the sampler runs on.
inline std::string home_of(const Descriptor& sampler) {
  return sampler.space == Space::lattice ? "lattice8" : "ring8";
}

}  // namespace ergo
