#pragma once

#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/unit/registry.h"

namespace ergo {

struct SamplerCase {
  std::string sampler;
  BackendKind backend;
};

/// Every sampler that is wanted, on each backend.
template <class Wanted>
std::vector<SamplerCase> sampler_cases(Wanted wanted) {
  std::vector<SamplerCase> cases;
  for (const auto& unit : kernel_samplers())
    for (const auto kind : {BackendKind::cpu, BackendKind::gpu})
      if (wanted(unit.descriptor)) cases.push_back({unit.descriptor.id, kind});
  return cases;
}

inline std::string name_of(const SamplerCase& one) { return one.sampler + "_" + to_string(one.backend); }

}  // namespace ergo
