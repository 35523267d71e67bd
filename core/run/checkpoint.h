#pragma once

#include <cstdint>
#include <vector>

#include "core/backend/backend.h"

namespace ergo {

/// A kept moment of a run.
struct Checkpoint {
  Blob blob;
  std::size_t applied = 0;  ///< journal entries in effect
  double gradients = 0;
};

/// Checkpoints within a byte budget. Step 0 is always kept; when the budget is full, every second of the
/// others goes and the spacing doubles.
class CheckpointStore {
 public:
  explicit CheckpointStore(std::size_t memory) : memory_(memory) {}
  /// True when a checkpoint is due at `step`.
  bool due(std::uint64_t step) const;
  void keep(Checkpoint checkpoint);
  /// The last one at or before `step`; null when there is none.
  const Checkpoint* before(std::uint64_t step) const;
  /// Forgets all later than `step`.
  void forget_after(std::uint64_t step);
  void clear();
  std::uint64_t spacing() const { return spacing_; }
  std::size_t bytes() const;
  std::size_t size() const { return kept_.size(); }

 private:
  std::size_t memory_;
  std::uint64_t spacing_ = 64;
  std::vector<Checkpoint> kept_;
};

}  // namespace ergo
