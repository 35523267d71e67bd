#pragma once

#include <cstdint>

#include "core/lanes/native.h"

/// Numbers of as many chains as a vector has lanes. All is inlined and lies in a namespace of its instruction set: no
/// function made here may serve another set. Hence nothing of the standard library with code is included.
namespace ergo::lanes::ERGO_LANE_SET {

using Word = std::uint32_t;

/// True in lanes whose bits are all 1, false where they are all 0.
struct Mask {
  IntVector v;
};
ERGO_LANES_INLINE Mask operator&(Mask a, Mask b) { return {a.v & b.v}; }
ERGO_LANES_INLINE Mask operator|(Mask a, Mask b) { return {a.v | b.v}; }
ERGO_LANES_INLINE Mask operator!(Mask a) { return {~a.v}; }
ERGO_LANES_INLINE Mask without(Mask a, Mask b) { return {a.v & ~b.v}; }
ERGO_LANES_INLINE bool any(Mask a) { return any_lane(a.v); }
ERGO_LANES_INLINE bool all(Mask a) { return !any_lane(~a.v); }

#define ERGO_LANES_OPERATOR(Type, sign) \
  ERGO_LANES_INLINE friend Type operator sign(Type a, Type b) { return {a.v sign b.v}; }
#define ERGO_LANES_COMPARISON(Type, sign) \
  ERGO_LANES_INLINE friend Mask operator sign(Type a, Type b) { return {reinterpret_cast<IntVector>(a.v sign b.v)}; }
#define ERGO_LANES_NUMBERS(Type)  \
  ERGO_LANES_OPERATOR(Type, +)    \
  ERGO_LANES_OPERATOR(Type, -)    \
  ERGO_LANES_OPERATOR(Type, *)    \
  ERGO_LANES_COMPARISON(Type, ==) \
  ERGO_LANES_COMPARISON(Type, !=) \
  ERGO_LANES_COMPARISON(Type, <)  \
  ERGO_LANES_COMPARISON(Type, >)  \
  ERGO_LANES_COMPARISON(Type, <=) \
  ERGO_LANES_COMPARISON(Type, >=)
#define ERGO_LANES_BITS(Type)                                                          \
  ERGO_LANES_OPERATOR(Type, &)                                                         \
  ERGO_LANES_OPERATOR(Type, |)                                                         \
  ERGO_LANES_OPERATOR(Type, ^)                                                         \
  ERGO_LANES_OPERATOR(Type, <<)                                                        \
  ERGO_LANES_OPERATOR(Type, >>)                                                        \
  ERGO_LANES_INLINE friend Type operator<<(Type a, Word n) { return {a.v << int(n)}; } \
  ERGO_LANES_INLINE friend Type operator>>(Type a, Word n) { return {a.v >> int(n)}; } \
  ERGO_LANES_INLINE friend Type operator<<(Type a, int n) { return {a.v << n}; }       \
  ERGO_LANES_INLINE friend Type operator>>(Type a, int n) { return {a.v >> n}; }       \
  ERGO_LANES_INLINE friend Type operator~(Type a) { return {~a.v}; }

struct Float {
  FloatVector v;
  ERGO_LANES_NUMBERS(Float)
  ERGO_LANES_OPERATOR(Float, /)
  ERGO_LANES_INLINE friend Float operator-(Float a) { return {-a.v}; }
};
struct Int {
  IntVector v;
  ERGO_LANES_NUMBERS(Int)
  ERGO_LANES_BITS(Int)
  ERGO_LANES_INLINE friend Int operator-(Int a) { return {-a.v}; }
};
struct Uint {
  WordVector v;
  ERGO_LANES_NUMBERS(Uint)
  ERGO_LANES_BITS(Uint)
};

/// One value in all lanes.
ERGO_LANES_INLINE Float spread(float a) { return {a - FloatVector{}}; }  // which keeps the sign of 0
ERGO_LANES_INLINE Int spread(int a) { return {IntVector{} + a}; }
ERGO_LANES_INLINE Uint spread(Word a) { return {WordVector{} + a}; }
ERGO_LANES_INLINE Mask spread(bool a) { return {IntVector{} - int(a)}; }

/// a in the lanes of the mask, b in the others.
ERGO_LANES_INLINE Float blend(Mask m, Float a, Float b) { return {chosen(m.v, a.v, b.v)}; }
ERGO_LANES_INLINE Int blend(Mask m, Int a, Int b) {
  return {
      reinterpret_cast<IntVector>(chosen(m.v, reinterpret_cast<FloatVector>(a.v), reinterpret_cast<FloatVector>(b.v)))};
}
ERGO_LANES_INLINE Uint blend(Mask m, Uint a, Uint b) {
  return {reinterpret_cast<WordVector>(
      chosen(m.v, reinterpret_cast<FloatVector>(a.v), reinterpret_cast<FloatVector>(b.v)))};
}
ERGO_LANES_INLINE Mask blend(Mask m, Mask a, Mask b) { return {(a.v & m.v) | (b.v & ~m.v)}; }
template <class T>
ERGO_LANES_INLINE T blend(Mask m, const T& a, const T& b) {
  return T::blend(m, a, b);
}
template <class T, class From>
ERGO_LANES_INLINE void assign(Mask m, T& to, const From& from) {
  to = blend(m, from, to);
}

/// a*b + c, a*b - c and c - a*b, rounded once where the machine can.
ERGO_LANES_INLINE Float fma(Float a, Float b, Float c) { return {fused(a.v, b.v, c.v)}; }
ERGO_LANES_INLINE Float fms(Float a, Float b, Float c) { return {fused(a.v, b.v, -c.v)}; }
ERGO_LANES_INLINE Float fnma(Float a, Float b, Float c) { return {fused(-a.v, b.v, c.v)}; }
ERGO_LANES_INLINE float fma(float a, float b, float c) { return fused(a, b, c); }
ERGO_LANES_INLINE float fms(float a, float b, float c) { return fused(a, b, -c); }
ERGO_LANES_INLINE float fnma(float a, float b, float c) { return fused(-a, b, c); }

// --- conversions, as in GLSL. Words are below 2^31 where they come from or become a float below it.
ERGO_LANES_INLINE Float to_float(Float a) { return a; }
ERGO_LANES_INLINE Float to_float(Int a) { return {__builtin_convertvector(a.v, FloatVector)}; }
ERGO_LANES_INLINE Float to_float(Uint a) { return {__builtin_convertvector(a.v, FloatVector)}; }
ERGO_LANES_INLINE Float to_float(Mask a) { return blend(a, spread(1.0f), spread(0.0f)); }
ERGO_LANES_INLINE Float to_float_below_2_31(Uint a) { return to_float(Int{reinterpret_cast<IntVector>(a.v)}); }
ERGO_LANES_INLINE Int to_int(Float a) { return {__builtin_convertvector(a.v, IntVector)}; }
ERGO_LANES_INLINE Int to_int(Int a) { return a; }
ERGO_LANES_INLINE Int to_int(Uint a) { return {reinterpret_cast<IntVector>(a.v)}; }
ERGO_LANES_INLINE Int to_int(Mask a) { return {a.v & 1}; }
ERGO_LANES_INLINE Uint to_uint(Float a) { return {reinterpret_cast<WordVector>(to_int(a).v)}; }
ERGO_LANES_INLINE Uint to_uint(Int a) { return {reinterpret_cast<WordVector>(a.v)}; }
ERGO_LANES_INLINE Uint to_uint(Uint a) { return a; }
ERGO_LANES_INLINE Uint to_uint(Mask a) { return {reinterpret_cast<WordVector>(a.v & 1)}; }
template <class T>
ERGO_LANES_INLINE float to_float(T a) {
  return static_cast<float>(a);
}
ERGO_LANES_INLINE float to_float_below_2_31(Word a) { return static_cast<float>(a); }
template <class T>
ERGO_LANES_INLINE int to_int(T a) {
  return static_cast<int>(a);
}
template <class T>
ERGO_LANES_INLINE Word to_uint(T a) {
  return static_cast<Word>(static_cast<std::int64_t>(a));
}

// --- whole numbers
/// a/b and what is left, by way of doubles, in which both are exact. Lanes where b is 0 hold anything.
ERGO_LANES_INLINE Int quotient(Int a, Int b) {
  return {__builtin_convertvector(
      __builtin_convertvector(a.v, DoubleVector) / __builtin_convertvector(b.v, DoubleVector), IntVector)};
}
ERGO_LANES_INLINE DoubleVector to_double(WordVector a) {
  constexpr std::uint64_t two_52 = 0x4330000000000000;  // bits of 2^52, whose last place is 1
  return reinterpret_cast<DoubleVector>(__builtin_convertvector(a, LongVector) | two_52) - 0x1p52;
}
ERGO_LANES_INLINE Uint quotient(Uint a, Uint b) {
  const DoubleVector exact = to_double(a.v) / to_double(b.v), nearest = (exact + 0x1p52) - 0x1p52;
  const auto above = nearest > exact;
  const DoubleVector below = nearest + __builtin_convertvector(above, DoubleVector);
  return {__builtin_convertvector(reinterpret_cast<LongVector>(below + 0x1p52), WordVector)};
}
template <class T>
ERGO_LANES_INLINE T remainder(T a, T b) {
  return a - quotient(a, b) * b;
}

template <class T>
struct WideProduct {
  T high, low;
};
ERGO_LANES_INLINE WideProduct<Uint> wide_product(Uint a, Uint b) {
  WideProduct<Uint> made{};
  multiply_wide(a.v, b.v, made.high.v, made.low.v);
  return made;
}
ERGO_LANES_INLINE WideProduct<Word> wide_product(Word a, Word b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<Word>(product >> 32), static_cast<Word>(product)};
}

#undef ERGO_LANES_NUMBERS
#undef ERGO_LANES_BITS
#undef ERGO_LANES_OPERATOR
#undef ERGO_LANES_COMPARISON

}  // namespace ergo::lanes::ERGO_LANE_SET
