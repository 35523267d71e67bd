#pragma once

#include <cstdint>
#include <vector>

#include "core/config/assignment.h"

namespace ergo {

/// An assignment and the step before which it took effect. One that goes on with the entry before, as in a
/// drag of a slider, is one edit with it.
struct JournalEntry {
  std::uint64_t step = 0;
  Assignment assignment;
  bool goes_on = false;
  bool operator==(const JournalEntry&) const = default;
};

/// Ordered by step; several entries of one step take effect in order.
using Journal = std::vector<JournalEntry>;

}  // namespace ergo
