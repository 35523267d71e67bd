#pragma once

#include <cstdint>
#include <vector>

#include "core/live/moment.h"

namespace ergo {

/// When a run was at which of its steps, by some of them.
class MomentHistory {
 public:
  /// In order of their steps; what was known beyond is forgotten.
  void add(const Moment& at);
  /// Forgets what is beyond so many gradient evaluations.
  void cut(double gradients);
  /// Between two that are known, as if all steps between took the same; from the beginning, where all is 0.
  Moment at(std::uint64_t step) const;

 private:
  std::vector<Moment> known_;
};

}  // namespace ergo
