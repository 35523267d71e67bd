#pragma once

#include <memory>

#include "core/unit/target.h"

namespace ergo {

/// An initial distribution. Host-only: positions are drawn in double and handed to either backend.
class Start {
 public:
  virtual ~Start() = default;
  /// Throws Error where the target lacks what the start needs (a mode of that index, exact draws).
  virtual void check(const Target&) const {}
  /// The position of the chain that `draws` addresses; y is 0 for dim 1.
  virtual Position draw(const Target& target, const Draws& draws) const = 0;
};

}  // namespace ergo
