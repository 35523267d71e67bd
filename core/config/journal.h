#pragma once

#include <cstdint>
#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// An assignment and the step before which it took effect.
struct JournalEntry {
  std::uint64_t step = 0;
  Assignment assignment;
  bool operator==(const JournalEntry&) const = default;
};

/// Ordered by step; several entries of one step take effect in order.
using Journal = std::vector<JournalEntry>;

}  // namespace ergo
