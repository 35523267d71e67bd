#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/unit/parameter.h"

namespace ergo {

/// How a sampler changes its own parameters while it runs: at the end of every block of steps, by one channel. All
/// functions are pure; their memory is part of the run's state. While the sampler adapts, chains depend on
/// each other and on their past, and no stationary distribution is known.
struct Adaptation {
  using Memory = std::vector<double>;

  std::string channel;        ///< id of the channel that is used
  std::string switched_by;    ///< id of the parameter that turns it on; 0 turns it off
  /// Steps of a block. Blocks end at multiples of it.
  std::function<std::uint64_t(const Parameters&)> block = [](const Parameters&) { return std::uint64_t{100}; };
  /// Whether every chain adapts alone, by its own channel and with a memory and values of its own; else all
  /// by the mean.
  std::function<bool(const Parameters&)> alone = [](const Parameters&) { return false; };
  /// The initial memory; empty if the parameters turn adaptation off.
  std::function<Memory(const Parameters&)> begin = {};
  /// The memory after a block that ended before step `end` with this value of the channel, or mean over the chains.
  std::function<Memory(Memory, double value, std::uint64_t end)> next = {};
  /// Ids of parameters, and their values in the next block.
  std::function<std::vector<std::pair<std::string, double>>(const Memory&)> values = {};
};

}  // namespace ergo
