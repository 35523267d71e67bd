#pragma once

#include <cstddef>
#include <cstdlib>

#include "core/unit/device_loops.h"
#include "core/unit/registry.h"

namespace ergo {

/// Whether a long suite takes this item of a list: the first of every `of` items, counted from `first` on. CI takes such
/// a sample; with ERGO_ALL_TESTS=1 every item is taken.
inline bool in_sample(std::size_t item, std::size_t of, std::size_t first = 0) {
  return item % of == first % of || std::getenv("ERGO_ALL_TESTS") != nullptr;
}

/// Whether an evaluation of a target goes over data: it then takes tens of times as long as that of others, and a sample
/// takes fewer of its items.
inline bool goes_over_data(const TargetUnit& target) {
  const auto made = target.make();
  const auto* loops = dynamic_cast<const LoopsOnDevice*>(made.get());
  return loops && loops->loops_of_evaluation() > 4;
}

}  // namespace ergo
