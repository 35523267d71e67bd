#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// What the compiler's vectors lack, for the instruction set that a file is compiled for. The build gives each set its
/// name, ERGO_LANE_SET, and its number of lanes, ERGO_LANES; a vector may span several registers.
#define ERGO_LANES_INLINE __attribute__((always_inline)) inline
#define ERGO_LANES_INLINE_LAMBDA __attribute__((always_inline))
/// For what is called from many places and seldom.
#define ERGO_LANES_APART __attribute__((noinline))

namespace ergo::lanes::ERGO_LANE_SET {

constexpr int width = ERGO_LANES;
typedef float FloatVector __attribute__((vector_size(4 * width)));
typedef std::int32_t IntVector __attribute__((vector_size(4 * width)));
typedef std::uint32_t WordVector __attribute__((vector_size(4 * width)));
typedef double DoubleVector __attribute__((vector_size(8 * width)));
typedef std::uint64_t LongVector __attribute__((vector_size(8 * width)));

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
constexpr bool fuses = true;
#else
constexpr bool fuses = false;
#endif

ERGO_LANES_INLINE float fused(float a, float b, float c) {
  if constexpr (fuses) return __builtin_fmaf(a, b, c);
  return a * b + c;
}

/// The register of a vector that begins at a byte, and the other way round. A vector of one register is cast: what is
/// copied stays in memory.
template <class Part, class Vector>
ERGO_LANES_INLINE Part part_of(Vector vector, unsigned at) {
  if constexpr (sizeof(Part) == sizeof(Vector)) {
    return reinterpret_cast<Part>(vector);
  } else {
    Part part;
    __builtin_memcpy(&part, reinterpret_cast<const char*>(&vector) + at, sizeof part);
    return part;
  }
}
template <class Part, class Vector>
ERGO_LANES_INLINE void set_part(Vector& vector, unsigned at, Part part) {
  if constexpr (sizeof(Part) == sizeof(Vector))
    vector = reinterpret_cast<Vector>(part);
  else
    __builtin_memcpy(reinterpret_cast<char*>(&vector) + at, &part, sizeof part);
}

/// Calls op on register after register of the vectors and puts its results together.
template <class Part, class Result, class Op, class... Vectors>
ERGO_LANES_INLINE Result by_parts(Op op, Vectors... vectors) {
  if constexpr (sizeof(Part) == sizeof(Result)) return reinterpret_cast<Result>(op(reinterpret_cast<Part>(vectors)...));
  Result result{};
  for (unsigned at = 0; at < sizeof(Result); at += sizeof(Part)) set_part(result, at, op(part_of<Part>(vectors, at)...));
  return result;
}

#if defined(__AVX512F__) && defined(__AVX512DQ__) && ERGO_LANES >= 16
#define ERGO_LANES_REGISTER(name) _mm512_##name
using FloatRegister = __m512;
using IntRegister = __m512i;
#elif defined(__AVX2__) && ERGO_LANES >= 8
#define ERGO_LANES_REGISTER(name) _mm256_##name
using FloatRegister = __m256;
using IntRegister = __m256i;
#elif defined(__SSE2__)
#define ERGO_LANES_REGISTER(name) _mm_##name
using FloatRegister = __m128;
using IntRegister = __m128i;
#endif

#if defined(ERGO_LANES_REGISTER)
#define ERGO_LANES_BY_PARTS(call, ...) \
  by_parts<FloatRegister, FloatVector>([](auto... x) { return ERGO_LANES_REGISTER(call)(x...); }, __VA_ARGS__)
ERGO_LANES_INLINE FloatVector root(FloatVector a) { return ERGO_LANES_BY_PARTS(sqrt_ps, a); }
/// b < a ? b : a, and a < b ? b : a.
ERGO_LANES_INLINE FloatVector lesser(FloatVector a, FloatVector b) { return ERGO_LANES_BY_PARTS(min_ps, b, a); }
ERGO_LANES_INLINE FloatVector greater(FloatVector a, FloatVector b) { return ERGO_LANES_BY_PARTS(max_ps, b, a); }
#if defined(__FMA__)
ERGO_LANES_INLINE FloatVector fused(FloatVector a, FloatVector b, FloatVector c) {
  return ERGO_LANES_BY_PARTS(fmadd_ps, a, b, c);
}
#else
ERGO_LANES_INLINE FloatVector fused(FloatVector a, FloatVector b, FloatVector c) { return a * b + c; }
#endif
#undef ERGO_LANES_BY_PARTS

ERGO_LANES_INLINE bool any_in(IntRegister mask) {
#if defined(__AVX512DQ__) && ERGO_LANES >= 16
  return _mm512_movepi32_mask(mask) != 0;
#elif defined(__AVX2__) && ERGO_LANES >= 8
  return _mm256_movemask_ps(_mm256_castsi256_ps(mask)) != 0;
#else
  return _mm_movemask_ps(_mm_castsi128_ps(mask)) != 0;
#endif
}
ERGO_LANES_INLINE bool any_lane(IntVector mask) {
  bool found = false;
  for (unsigned at = 0; at < sizeof mask; at += sizeof(IntRegister)) found |= any_in(part_of<IntRegister>(mask, at));
  return found;
}

/// The high halves of the even lanes' 64-bit products `even` and of the odd ones', `odd`; and the low halves.
ERGO_LANES_INLINE IntRegister high_halves(IntRegister even, IntRegister odd) {
#if defined(__AVX512F__) && ERGO_LANES >= 16
  return _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(even, 32), odd);
#elif defined(__AVX2__) && ERGO_LANES >= 8
  return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
#else
  return _mm_or_si128(_mm_srli_epi64(even, 32), _mm_and_si128(odd, _mm_set_epi32(-1, 0, -1, 0)));
#endif
}
ERGO_LANES_INLINE IntRegister low_halves(IntRegister even, IntRegister odd) {
#if defined(__AVX512F__) && ERGO_LANES >= 16
  return _mm512_mask_blend_epi32(0xAAAA, even, _mm512_slli_epi64(odd, 32));
#elif defined(__AVX2__) && ERGO_LANES >= 8
  return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
#else
  return _mm_or_si128(_mm_and_si128(even, _mm_set_epi32(0, -1, 0, -1)), _mm_slli_epi64(odd, 32));
#endif
}
ERGO_LANES_INLINE void multiply_wide(WordVector a, WordVector b, WordVector& high, WordVector& low) {
  for (unsigned at = 0; at < sizeof a; at += sizeof(IntRegister)) {
    const auto x = part_of<IntRegister>(a, at), y = part_of<IntRegister>(b, at);
    const IntRegister even = ERGO_LANES_REGISTER(mul_epu32)(x, y);
    const IntRegister odd = ERGO_LANES_REGISTER(mul_epu32)(ERGO_LANES_REGISTER(srli_epi64)(x, 32),
                                                           ERGO_LANES_REGISTER(srli_epi64)(y, 32));
    set_part(high, at, high_halves(even, odd));
    set_part(low, at, low_halves(even, odd));
  }
}
#undef ERGO_LANES_REGISTER

#else  // any other machine: loops that compilers make vectors of
ERGO_LANES_INLINE FloatVector root(FloatVector a) {
  for (int k = 0; k < width; ++k) a[k] = __builtin_sqrtf(a[k]);
  return a;
}
ERGO_LANES_INLINE FloatVector lesser(FloatVector a, FloatVector b) { return b < a ? b : a; }
ERGO_LANES_INLINE FloatVector greater(FloatVector a, FloatVector b) { return a < b ? b : a; }
ERGO_LANES_INLINE FloatVector fused(FloatVector a, FloatVector b, FloatVector c) {
  for (int k = 0; k < width; ++k) c[k] = fused(a[k], b[k], c[k]);
  return c;
}
ERGO_LANES_INLINE bool any_lane(IntVector mask) {
  std::int32_t found = 0;
  for (int k = 0; k < width; ++k) found |= mask[k];
  return found != 0;
}
ERGO_LANES_INLINE void multiply_wide(WordVector a, WordVector b, WordVector& high, WordVector& low) {
  const LongVector product = __builtin_convertvector(a, LongVector) * __builtin_convertvector(b, LongVector);
  high = __builtin_convertvector(product >> 32, WordVector);
  low = __builtin_convertvector(product, WordVector);
}
#endif

/// a where the mask's bits are 1, b where they are 0.
ERGO_LANES_INLINE FloatVector chosen(IntVector mask, FloatVector a, FloatVector b) {
#if defined(__AVX512F__) && ERGO_LANES >= 16
  return mask ? a : b;
#elif defined(__AVX2__) && ERGO_LANES >= 8
  return by_parts<__m256, FloatVector>([](__m256 m, __m256 x, __m256 y) { return _mm256_blendv_ps(y, x, m); }, mask, a,
                                       b);
#else
  return reinterpret_cast<FloatVector>((reinterpret_cast<IntVector>(a) & mask) |
                                       (reinterpret_cast<IntVector>(b) & ~mask));
#endif
}

}  // namespace ergo::lanes::ERGO_LANE_SET
