#pragma once

#include <span>
#include <vector>

#include "core/backend/backend.h"
#include "core/lanes/seam.h"
#include "core/site_plane/kernel_words.h"

namespace ergo::lanes {

/// Numbers of a chain: those of ChainData, of which the state is followed by the configuration, and of the
/// kernels.
struct ChainShape {
  int state_size = 0, report_size = 0;
  int count = -1;  ///< component of the state that counts, in two parts; -1 for none
  int kernel_state_size = 0, kernel_report_size = 0;
  KernelWords words = {};  ///< of a configuration of sites
  int row_size() const { return state_size + words.packed_count(); }
  bool operator==(const ChainShape&) const = default;
};

/// All chains' data as kernels have it: see seam.h. The layout is the same on every machine.
class ChainBlocks {
 public:
  ChainBlocks() = default;
  /// All 0. Throws Error (Blame::machine) when there is no room.
  ChainBlocks(std::size_t chains, const ChainShape& shape);
  bool fits(std::size_t chains, const ChainShape& shape) const { return chains == chains_ && shape == shape_; }

  std::size_t chains() const { return chains_; }
  std::size_t blocks() const { return (chains_ + block - 1) / block; }
  int row_size() const { return shape_.row_size(); }
  int report_size() const { return shape_.report_size; }
  float* state() { return numbers_of(state_); }
  float* report() { return numbers_of(report_); }
  std::uint32_t* diverged() { return diverged_.data(); }
  std::uint32_t* words() { return words_.data(); }  ///< word w of chain i as component w

  void place(std::span<const Position> positions);  ///< all else 0
  ChainData read(std::uint64_t step, std::uint64_t begun) const;
  ChainData read_chain(std::size_t chain, std::uint64_t step, std::uint64_t begun) const;
  /// These as in FloatChains.
  void read_state_pair(int pair, std::span<float> to) const;
  void read_report_pair(int pair, std::span<float> to) const;
  std::span<const std::uint32_t> flags() const { return {diverged_.data(), chains_}; }
  void write(const ChainData& data);
  std::vector<std::byte> save() const;
  void restore(std::span<const std::byte> bytes);
  ChannelMeans means(std::uint64_t step) const;

 private:
  struct alignas(64) Component {
    float values[block];
  };
  static float* numbers_of(std::vector<Component>& parts) { return parts.empty() ? nullptr : parts[0].values; }
  /// Component k of a chain among so many.
  static float& at(std::vector<Component>& parts, int size, std::size_t chain, int k) {
    return parts[chain / block * static_cast<std::size_t>(size) + static_cast<std::size_t>(k)].values[chain % block];
  }
  static float at(const std::vector<Component>& parts, int size, std::size_t chain, int k) {
    return parts[chain / block * static_cast<std::size_t>(size) + static_cast<std::size_t>(k)].values[chain % block];
  }
  void read_pair(const std::vector<Component>& parts, int kernel_size, int pair, int size, std::span<float> to) const;
  /// Word k of a chain's configuration.
  std::size_t word_place(std::size_t chain, int k) const {
    return (chain / block * static_cast<std::size_t>(shape_.words.count()) + static_cast<std::size_t>(k)) *
               block +
           chain % block;
  }
  void read_rows(std::size_t chain, std::uint64_t step, std::size_t row, ChainData& data) const;

  std::size_t chains_ = 0;
  ChainShape shape_;
  std::vector<Component> state_, report_;
  std::vector<std::uint32_t> diverged_, words_;
};

/// [chain, component] in double, by blocks.
std::vector<float> in_blocks(std::span<const std::vector<double>> rows);

}  // namespace ergo::lanes
