#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/unit/registry.h"

namespace ergo {

/// Ids of all samplers, for suites with a test for each.
inline std::vector<std::string> sampler_ids() {
  std::vector<std::string> ids;
  for (const auto& unit : kernel_samplers()) ids.push_back(unit.descriptor.id);
  return ids;
}

/// The place of a sampler in that list.
inline std::size_t number_of(const std::string& sampler) {
  const auto ids = sampler_ids();
  return static_cast<std::size_t>(std::ranges::find(ids, sampler) - ids.begin());
}

}  // namespace ergo
