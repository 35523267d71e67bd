#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/unit/parameter.h"

namespace ergo {

/// How a sampler moves its own parameters while it runs: where a step number is a multiple of `block`, by the
/// chains' mean of one channel. Pure functions of a memory, which is part of the run's state. The chains then
/// depend on each other and on their past, and as long as that lasts no distribution is known that they keep.
struct Adaptation {
  using Memory = std::vector<double>;

  std::string channel;        ///< whose mean over the chains, at the end of a block, decides
  std::uint64_t block = 100;  ///< steps
  std::string switched_by;    ///< the flag among the parameters that turns it on
  /// What it begins with at these values; empty where they say that it is off.
  std::function<Memory(const Parameters&)> begin = {};
  /// The memory after a whole block that ended with this mean.
  std::function<Memory(Memory, double mean)> next = {};
  /// Parameters and the values in force in the coming block.
  std::function<std::vector<std::pair<std::string, double>>(const Memory&)> values = {};
};

}  // namespace ergo
