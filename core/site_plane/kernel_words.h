#pragma once

#include <cstdint>
#include <span>

#include "core/site_plane/packed_sites.h"

namespace ergo {

/// Configurations as kernels have them: words as shaders/common/sites.glsl reads them, converted from and to
/// the numbers of a state row.
class KernelWords {
 public:
  KernelWords() : KernelWords(0, 2) {}  ///< of no sites
  KernelWords(int sites, int values);

  int count() const { return count_; }                  ///< words of a configuration
  int packed_count() const { return packed_.words(); }  ///< numbers of a state row
  void to_kernel(std::span<const double> packed, std::span<std::uint32_t> words) const;
  void from_kernel(std::span<const std::uint32_t> words, std::span<double> packed) const;
  bool operator==(const KernelWords& other) const {
    return sites_ == other.sites_ && values_ == other.values_;
  }

 private:
  int sites_, values_, log_bits_, count_;
  PackedSites packed_;
  bool same_;  ///< whether both forms have the same bits
};

}  // namespace ergo
