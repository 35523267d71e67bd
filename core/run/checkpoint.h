#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/backend/backend.h"
#include "core/run/tape.h"
#include "core/training/model_state.h"

namespace ergo {

/// Memory of the sampler's adaptation, empty if there is none, and the step at which it began. Where chains adapt alone
/// their memories stand one after the other.
struct AdaptationState {
  Adaptation::Memory memory;
  std::uint64_t begun = 0;
};

/// The state of a run at one step, from which it can go on.
struct Checkpoint {
  Blob blob;
  RunConfig config;
  std::size_t applied = 0;  ///< journal entries in effect
  double gradients = 0;
  AdaptationState adaptation = {};
  std::vector<Counted> counted = {};  ///< as known at that step
  std::shared_ptr<const ModelState> learning = {};  ///< null if the run does not learn

  std::size_t bytes() const;  ///< of memory that it takes
};

/// Checkpoints at multiples of a spacing, within a limit of memory. When it is full, every second one is removed and
/// the spacing doubles. Spacings are powers of two. Step 0 needs no checkpoint, as the start can be drawn again.
class CheckpointStore {
 public:
  explicit CheckpointStore(std::size_t memory) : memory_(memory) {}
  /// Whether a checkpoint should be kept at `step`.
  bool due(std::uint64_t step) const;
  void keep(Checkpoint checkpoint);
  /// The last checkpoint at or before `step`; null if there is none.
  const Checkpoint* before(std::uint64_t step) const;
  /// Removes all checkpoints at `step` and later.
  void forget_from(std::uint64_t step);
  void clear();
  CheckpointStore emptied() const { return CheckpointStore(memory_); }
  /// Chooses the spacing so that the steps between two checkpoints take a tenth of a second or less, if memory
  /// allows.
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
