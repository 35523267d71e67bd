#pragma once

#include <cstdint>
#include <vector>

#include "core/live/moment.h"

namespace ergo {

/// The moments at which a run was at some of its steps.
class MomentHistory {
 public:
  /// Adds a moment; forgets those at or after its step.
  void add(const Moment& at);
  /// Forgets the moments after this number of gradient evaluations.
  void cut(double gradients);
  /// The moment of a step, interpolated linearly between the known ones; the run begins at 0 on all axes.
  Moment at(std::uint64_t step) const;

 private:
  std::vector<Moment> known_;
};

}  // namespace ergo
