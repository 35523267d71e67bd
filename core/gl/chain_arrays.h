#pragma once

#include <optional>
#include <vector>

#include "core/backend/backend.h"
#include "core/gl/objects.h"

namespace ergo::gl {

/// All chains' data on the device: float components, each contiguous over the chains, and one uint flag a
/// chain.
class ChainArrays {
 public:
  ChainArrays() = default;
  /// Throws Error (Blame::machine) when there is no room.
  ChainArrays(std::size_t chains, int state_size, int report_size);
  bool fits(std::size_t chains, int state_size, int report_size) const;

  const Buffer& state() const { return state_; }
  const Buffer& report() const { return report_; }
  const Buffer& diverged() const { return diverged_; }
  std::size_t chains() const { return chains_; }
  int report_size() const { return report_size_; }

  void place(std::span<const Position> positions);  ///< all else 0
  ChainData read(std::uint64_t step) const;         ///< waits for the device
  /// One chain's, gathered on the device; waits for it.
  ChainData read_chain(std::size_t chain, std::uint64_t step);
  void write(const ChainData& data);
  Blob save(std::uint64_t step) const;
  void restore(const Blob& blob);

  void request_snapshot(std::uint64_t step);
  std::optional<ChainData> take_snapshot();

 private:
  ChainData empty_data(std::size_t chains, std::uint64_t step) const;
  Buffer state_, report_, diverged_;
  std::size_t chains_ = 0;
  int state_size_ = 0, report_size_ = 0;

  struct Snapshot {
    Fence arrived;
    std::uint64_t step;
  };
  Buffer staging_;  // state, report, diverged; made by the first request
  Buffer row_;      // the same of one chain; made by the first read_chain()
  std::optional<Snapshot> snapshot_;
};

}  // namespace ergo::gl
