#pragma once

#include <optional>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/running_count.h"
#include "core/gl/objects.h"
#include "core/site_plane/kernel_words.h"

namespace ergo::gl {

/// Where component k of chain i lies among a run's floats on the device. Two components lie together, as
/// kernels load and store them; pairs are contiguous over the chains.
constexpr std::size_t element(std::size_t k, std::size_t i, std::size_t chains) {
  return 2 * (k / 2 * chains + i) + k % 2;
}

/// [chain, component] in double to floats in that order; what is lacking to a last pair is 0.
std::vector<float> device_floats(const std::vector<double>& rows, std::size_t chains, int components);

/// Numbers of a chain on the device, which has a running count in two components, and a configuration of
/// sites beside the state.
struct ChainLayout {
  int state_size = 0, report_size = 0;
  int count = -1;          ///< component of the state that counts; -1 for none
  KernelWords words = {};  ///< of a configuration of sites
  int notes = 0;           ///< numbers that kernels keep beside two configurations
  int row_size() const { return state_size + words.packed_count(); }  ///< of ChainData's states
  int device_state_size() const { return state_size + (count >= 0); }
  bool operator==(const ChainLayout&) const = default;
};

/// The step that the chains are at, and the one at which the sampler began.
struct When {
  std::uint64_t step = 0, begun = 0;
};

/// All chains' data on the device: float components in the order of element(), one uint flag a chain, and
/// configurations in the order of common/site_memory.glsl.
class ChainArrays {
 public:
  ChainArrays() = default;
  /// Throws Error (Blame::machine) when there is no room.
  ChainArrays(std::size_t chains, const ChainLayout& layout);
  /// Whether these are arrays for such chains, but for the room for notes.
  bool fits(std::size_t chains, const ChainLayout& layout) const;
  /// Makes room for so many notes of a chain; chains stay. Throws Error (Blame::machine) when there is none.
  void make_room(int notes);

  const Buffer& state() const { return state_; }
  const Buffer& report() const { return report_; }
  const Buffer& diverged() const { return diverged_; }
  const Buffer& configurations() const { return configurations_; }
  std::size_t chains() const { return chains_; }
  int row_size() const { return layout_.row_size(); }
  int report_size() const { return layout_.report_size; }

  void place(std::span<const Position> positions);  ///< all else 0
  ChainData read(When when) const;                  ///< waits for the device
  /// One chain's, gathered on the device; waits for it.
  ChainData read_chain(std::size_t chain, When when);
  void write(const ChainData& data);
  Blob save(When when) const;
  void restore(const Blob& blob);

  void request_snapshot(When when);
  std::optional<ChainData> take_snapshot();

 private:
  Buffer configuration_buffer(int notes) const;
  ChainData empty_data(std::size_t chains, When when) const;
  /// Of the present configurations, with which the buffer begins.
  std::size_t word_bytes() const {
    return chains_ * static_cast<std::size_t>(layout_.words.count()) * sizeof(std::uint32_t);
  }
  /// What a copy of all chains consists of: of each buffer so many bytes.
  struct Part {
    const Buffer* buffer;
    std::size_t bytes;
  };
  std::vector<Part> parts() const;
  void to_words(const void* device, std::size_t chains, std::vector<double>& rows) const;
  Buffer state_, report_, diverged_, configurations_;
  std::size_t chains_ = 0;
  ChainLayout layout_;

  struct Snapshot {
    Fence arrived;
    When when;
  };
  Buffer staging_;  // all parts; made by the first request
  Buffer row_;      // the same of one chain; made by the first read_chain()
  std::optional<Snapshot> snapshot_;
};

}  // namespace ergo::gl
