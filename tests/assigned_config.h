#pragma once

#include <initializer_list>

#include "core/config/assignment.h"

namespace ergo {

/// The default run with these assignments.
inline RunConfig config_of(std::initializer_list<Assignment> assignments) {
  RunConfig config;
  for (const Assignment& assignment : assignments) apply(config, assignment);
  return config;
}

}  // namespace ergo
