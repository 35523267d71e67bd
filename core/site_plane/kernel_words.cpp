#include "core/site_plane/kernel_words.h"

#include <algorithm>
#include <bit>

namespace ergo {

KernelWords::KernelWords(int sites, int values)
    : sites_(sites),
      values_(values),
      log_bits_(kernel_log_bits(values)),
      count_(static_cast<int>(((static_cast<unsigned>(sites) << log_bits_) + 31) / 32)),
      packed_(sites, values),
      same_(std::bit_width(static_cast<unsigned>(values - 1)) == 1u << log_bits_) {}

void KernelWords::to_kernel(std::span<const double> packed, std::span<std::uint32_t> words) const {
  if (same_) {
    std::ranges::transform(packed, words.begin(),
                           [](double word) { return static_cast<std::uint32_t>(word - 1); });
    return;
  }
  Configuration x(static_cast<std::size_t>(sites_));
  packed_.unpack(packed, x);
  std::ranges::fill(words, 0u);
  for (std::size_t site = 0; site < x.size(); ++site) {
    const std::size_t bit = site << log_bits_;
    words[bit / 32] |= static_cast<std::uint32_t>(x[site]) << bit % 32;
  }
}

void KernelWords::from_kernel(std::span<const std::uint32_t> words, std::span<double> packed) const {
  if (same_) {
    std::ranges::transform(words, packed.begin(), [](std::uint32_t word) { return 1.0 + word; });
    return;
  }
  Configuration x(static_cast<std::size_t>(sites_));
  const std::uint32_t mask = (1u << (1 << log_bits_)) - 1;
  for (std::size_t site = 0; site < x.size(); ++site) {
    const std::size_t bit = site << log_bits_;
    x[site] = static_cast<std::uint8_t>(words[bit / 32] >> bit % 32 & mask);
  }
  packed_.pack(x, packed);
}

}  // namespace ergo
