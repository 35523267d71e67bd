#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/raster/points.h"

namespace ergo {

/// Marks where transitions diverged, from the first call on: the first 32768 of them. A place is where the chain was
/// after that step. All are forgotten where the axes, the target or the sampler change.
class Divergences {
 public:
  /// Adds those of the session's last step, once.
  void accumulate(Session& session, const Projection& shown);
  void forget() { step_.reset(); }
  /// Their marks in this view.
  std::vector<Mark> marks(const View& view, const Projection& shown) const;

 private:
  struct Kept {
    Pixel2 numbers;  ///< those shown
    std::uint32_t chain = 0;
  };
  std::vector<Kept> kept_;
  std::optional<std::uint64_t> step_;  ///< accumulated last; none: nothing is kept
  Coordinates coordinates_ = Coordinates::position;
  UnitChoice target_, sampler_;
  ChainNumbers numbers_;
};

}  // namespace ergo
