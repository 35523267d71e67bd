#include "core/site_plane/packed_sites.h"

#include <bit>

namespace ergo {

PackedSites::PackedSites(int sites, int values)
    : sites_(sites),
      bits_(std::bit_width(static_cast<unsigned>(values - 1))),
      sites_of_word_(32 / bits_),
      words_((sites + sites_of_word_ - 1) / sites_of_word_) {}

void PackedSites::pack(ConfigurationView x, std::span<double> words) const {
  std::size_t site = 0;
  for (double& word : words) {
    std::uint32_t packed = 0;
    for (int k = 0; k < sites_of_word_ && site < x.size(); ++k, ++site)
      packed |= static_cast<std::uint32_t>(x[site]) << (k * bits_);
    word = 1 + static_cast<double>(packed);
  }
}

void PackedSites::unpack(std::span<const double> words, std::span<std::uint8_t> x) const {
  const std::uint32_t mask = (1u << bits_) - 1;
  std::size_t site = 0;
  for (const double word : words) {
    std::uint32_t packed = static_cast<std::uint32_t>(word - 1);
    for (int k = 0; k < sites_of_word_ && site < x.size(); ++k, ++site, packed >>= bits_)
      x[site] = static_cast<std::uint8_t>(packed & mask);
  }
}

}  // namespace ergo
