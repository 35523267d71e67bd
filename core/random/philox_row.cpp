#include "core/random/philox_row.h"

#include <algorithm>

#include "core/maths/wide.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

namespace ergo {
namespace {

/// Blocks that are made at once, and their words.
constexpr std::uint32_t pack_blocks = 16;
constexpr std::size_t pack_words = 4 * pack_blocks;

PhiloxWords later(PhiloxWords counter, std::uint32_t blocks) {
  counter[3] += blocks;
  return counter;
}

void fill_one_by_one(PhiloxWords first, std::uint64_t key, std::span<std::uint32_t> words) {
  for (; !words.empty(); first = later(first, 1)) {
    const PhiloxWords block = philox(first, key);
    const std::size_t count = std::min(words.size(), block.size());
    std::copy_n(block.begin(), count, words.begin());
    words = words.subspan(count);
  }
}

#if defined(__x86_64__) && defined(__GNUC__)

const bool has_packs = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
}();

__attribute__((target("avx2"), always_inline)) inline __m256i spread(std::uint32_t word) {
  return _mm256_set1_epi64x(word);
}

/// Compilers make no such code of loops: the upper halves of the 64-bit lanes may hold anything, as the
/// products see the lower ones alone. Registers hold four blocks each.
__attribute__((target("avx2"))) void fill_pack(PhiloxWords first, std::uint64_t key, std::uint32_t* words) {
  constexpr int registers = pack_blocks / 4, rounds = 10;
  const __m256i multiplier0 = spread(0xD2511F53), multiplier1 = spread(0xCD9E8D57);
  __m256i c0[registers], c1[registers], c2[registers], c3[registers];
  for (int k = 0; k < registers; ++k) {
    c0[k] = spread(first[0]);
    c1[k] = spread(first[1]);
    c2[k] = spread(first[2]);
    c3[k] = _mm256_add_epi32(spread(first[3]), _mm256_setr_epi64x(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3));
  }
  auto key0 = static_cast<std::uint32_t>(key), key1 = static_cast<std::uint32_t>(key >> 32);
  ERGO_UNROLLED
  for (int round = 0; round < rounds; ++round, key0 += 0x9E3779B9, key1 += 0xBB67AE85) {
    const __m256i k0 = spread(key0), k1 = spread(key1);
    for (int k = 0; k < registers; ++k) {
      const __m256i product0 = _mm256_mul_epu32(c0[k], multiplier0),
                    product1 = _mm256_mul_epu32(c2[k], multiplier1);
      c0[k] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product1, 32), c1[k]), k0);
      c2[k] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product0, 32), c3[k]), k1);
      c1[k] = product1;
      c3[k] = product0;
    }
  }
  constexpr int odd_words = 0b10101010;
  for (int k = 0; k < registers; ++k) {  // from words of four blocks to blocks of four words
    const __m256i front = _mm256_blend_epi32(c0[k], _mm256_slli_epi64(c1[k], 32), odd_words);
    const __m256i back = _mm256_blend_epi32(c2[k], _mm256_slli_epi64(c3[k], 32), odd_words);
    const __m256i even = _mm256_unpacklo_epi64(front, back), odd = _mm256_unpackhi_epi64(front, back);
    auto* to = reinterpret_cast<__m256i*>(words + 16 * k);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
  }
}

#else

constexpr bool has_packs = false;
void fill_pack(PhiloxWords, std::uint64_t, std::uint32_t*) {}

#endif

}  // namespace

void philox_row(PhiloxWords first, std::uint64_t key, std::span<std::uint32_t> words) {
  constexpr std::size_t worth_a_pack = pack_words / 4;
  if (!has_packs) return fill_one_by_one(first, key, words);
  for (; words.size() >= pack_words; words = words.subspan(pack_words), first = later(first, pack_blocks))
    fill_pack(first, key, words.data());
  if (words.size() < worth_a_pack) return fill_one_by_one(first, key, words);
  std::array<std::uint32_t, pack_words> rest;
  fill_pack(first, key, rest.data());
  std::copy_n(rest.begin(), words.size(), words.begin());
}

}  // namespace ergo
