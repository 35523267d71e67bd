#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ergo {

/// What a backend offers that has its chains in single precision in memory: pictures take them without a way through
/// double.
class FloatChains {
 public:
  virtual ~FloatChains() = default;
  virtual std::size_t chain_count() const = 0;
  virtual int report_size() const = 0;
  /// Components 2 pair and 2 pair + 1 of all chains' state or report, as in ChainData: [chain, 2], 0 for one that is
  /// lacking.
  virtual void read_state_pair(int pair, std::span<float> to) const = 0;
  virtual void read_report_pair(int pair, std::span<float> to) const = 0;
  virtual std::span<const std::uint32_t> diverged_flags() const = 0;  ///< [chain], not 0 where it diverged
};

}  // namespace ergo
