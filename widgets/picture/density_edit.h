#pragma once

#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// An edit of the density with the pointer. `goes_on`: it continues the one before.
struct DensityEdit {
  std::vector<Assignment> edits;
  bool goes_on = false;
};

}  // namespace ergo
