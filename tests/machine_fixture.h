#pragma once

#include <memory>
#include <string>

#include "core/backend/cpu_backend.h"
#include "core/lanes/simd_backend.h"
#include "core/live/machine.h"
#include "core/run/session.h"

namespace ergo {

/// Backends for tests; an off-screen context is made once for the whole program.
inline BackendFactory test_factory() {
  static Machine machine({});
  return machine.backends();
}

/// On lanes, and configurations of sites on the processor in double.
inline BackendFactory simd_or_cpu() {
  return [](BackendKind kind) -> std::unique_ptr<Backend> {
    if (kind == BackendKind::cpu) return std::make_unique<CpuBackend>();
    return std::make_unique<SimdBackend>();
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

/// A target that the sampler runs on, with modes where it is of the plane or a lattice.
inline std::string home_of(const Descriptor& sampler) {
  return sampler.space == Space::plane ? "ring8" : sampler.space == Space::lattice ? "lattice8" : "ising";
}

}  // namespace ergo
