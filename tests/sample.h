#pragma once

#include <cstddef>
#include <cstdlib>

namespace ergo {

/// Whether a long suite takes this item of a list: the first of every `of` items, counted from `first` on. CI takes such
/// a sample; with ERGO_ALL_TESTS=1 every item is taken.
inline bool in_sample(std::size_t item, std::size_t of, std::size_t first = 0) {
  return item % of == first % of || std::getenv("ERGO_ALL_TESTS") != nullptr;
}

}  // namespace ergo
