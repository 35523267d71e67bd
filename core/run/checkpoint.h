#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/backend/backend.h"
#include "core/run/tape.h"

namespace ergo {

/// The memory of the sampler's adaptation, empty where none is at work, and the step at which it began.
struct AdaptationState {
  Adaptation::Memory memory;
  std::uint64_t begun = 0;
};

/// A kept moment of a run.
struct Checkpoint {
  Blob blob;
  RunConfig config;
  std::size_t applied = 0;  ///< journal entries in effect
  double gradients = 0;
  AdaptationState adaptation = {};
  std::vector<Counted> counted = {};  ///< until then
};

/// Checkpoints at multiples of a spacing, within a byte budget; when the budget is full, every second one
/// goes and the spacing doubles. Spacings are powers of two. Step 0 needs none: the start gives it again.
class CheckpointStore {
 public:
  explicit CheckpointStore(std::size_t memory) : memory_(memory) {}
  /// True when a checkpoint is due at `step`.
  bool due(std::uint64_t step) const;
  void keep(Checkpoint checkpoint);
  /// The last one at or before `step`; null when there is none.
  const Checkpoint* before(std::uint64_t step) const;
  /// Forgets all at `step` and later.
  void forget_from(std::uint64_t step);
  void clear();
  CheckpointStore emptied() const { return CheckpointStore(memory_); }
  /// Spaces those to come so that the steps between two take a tenth of a second or less, where steps take
  /// this long and the budget allows.
  void follow_pace(double seconds_per_step);
  std::uint64_t spacing() const { return std::max(wanted_, thinned_); }
  std::size_t bytes() const;
  std::size_t size() const { return kept_.size(); }

 private:
  std::size_t memory_;
  static constexpr std::uint64_t most_wanted = 64;
  std::uint64_t wanted_ = most_wanted, thinned_ = 1;
  std::vector<Checkpoint> kept_;
};

}  // namespace ergo
