#include "core/site_plane/packed_sites.h"

#include <bit>

#include "core/maths/wide.h"

namespace ergo {
namespace {

constexpr std::size_t word_bits = 32;

/// Full words of sites that take one bit each.
ERGO_WIDE void pack_bits(const std::uint8_t* x, double* words, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    std::uint32_t packed = 0;
    for (std::size_t bit = 0; bit < word_bits; ++bit)
      packed |= static_cast<std::uint32_t>(x[word_bits * k + bit]) << bit;
    words[k] = 1 + static_cast<double>(packed);
  }
}

ERGO_WIDE void unpack_bits(const double* words, std::uint8_t* x, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    const auto packed = static_cast<std::uint32_t>(words[k] - 1);
    for (std::size_t bit = 0; bit < word_bits; ++bit)
      x[word_bits * k + bit] = static_cast<std::uint8_t>(packed >> bit & 1);
  }
}

}  // namespace

PackedSites::PackedSites(int sites, int values)
    : sites_(sites),
      bits_(std::bit_width(static_cast<unsigned>(values - 1))),
      sites_of_word_(32 / bits_),
      words_((sites + sites_of_word_ - 1) / sites_of_word_) {}

void PackedSites::pack(ConfigurationView x, std::span<double> words) const {
  const std::size_t full = bits_ == 1 ? x.size() / word_bits : 0;
  pack_bits(x.data(), words.data(), full);
  std::size_t site = word_bits * full;
  for (double& word : words.subspan(full)) {
    std::uint32_t packed = 0;
    for (int k = 0; k < sites_of_word_ && site < x.size(); ++k, ++site)
      packed |= static_cast<std::uint32_t>(x[site]) << (k * bits_);
    word = 1 + static_cast<double>(packed);
  }
}

int PackedSites::differing(std::span<const double> one, std::span<const double> other) const {
  std::uint32_t lowest = 0;  // the low bit of each site
  for (int site = 0; site < sites_of_word_; ++site) lowest |= 1u << (site * bits_);
  int count = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    const auto bits = static_cast<std::uint32_t>(one[k] - 1) ^ static_cast<std::uint32_t>(other[k] - 1);
    std::uint32_t sites = 0;
    for (int bit = 0; bit < bits_; ++bit) sites |= bits >> bit & lowest;
    count += std::popcount(sites);
  }
  return count;
}

void PackedSites::unpack(std::span<const double> words, std::span<std::uint8_t> x) const {
  const std::uint32_t mask = (1u << bits_) - 1;
  const std::size_t full = bits_ == 1 ? x.size() / word_bits : 0;
  unpack_bits(words.data(), x.data(), full);
  std::size_t site = word_bits * full;
  for (const double word : words.subspan(full)) {
    std::uint32_t packed = static_cast<std::uint32_t>(word - 1);
    for (int k = 0; k < sites_of_word_ && site < x.size(); ++k, ++site, packed >>= bits_)
      x[site] = static_cast<std::uint8_t>(packed & mask);
  }
}

}  // namespace ergo
