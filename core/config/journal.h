#pragma once

#include <cstdint>
#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// An assignment and the step before which it takes effect. `goes_on`: it continues the edit of the entry before, as
/// when a slider is dragged.
struct JournalEntry {
  std::uint64_t step = 0;
  Assignment assignment;
  bool goes_on = false;
  bool operator==(const JournalEntry&) const = default;
};

/// Ordered by step; several entries of one step take effect in order.
using Journal = std::vector<JournalEntry>;

}  // namespace ergo
