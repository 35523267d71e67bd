#pragma once

#include "core/lanes/lane.h"

/// Elementary functions of lanes. Polynomials and reductions are those of S. Moshier's Cephes library (single
/// precision). Largest errors, which a test measures, in units of the result's last place where no range is said:
///   exp 2 on [-87.3, 88.7], exp2 2 on [-126, 128), log 2 and log2 3 on all normal numbers; below, exp and exp2 are 0,
///   above infinite; log of 0 (and of what is flushed to it) is -infinity, of negative numbers NaN
///   sin, cos: |error| <= 2^-23 for |x| <= 8192
///   pow: as exp2(y log2 x), 2 + |y log2 x| units
/// NaN gives NaN.
namespace ergo::lanes::ERGO_LANE_SET {

ERGO_LANES_INLINE Float bits_of_float(Int a) { return {reinterpret_cast<FloatVector>(a.v)}; }
ERGO_LANES_INLINE Int int_of_bits(Float a) { return {reinterpret_cast<IntVector>(a.v)}; }

/// min and max as in GLSL: the first one where the second is NaN.
ERGO_LANES_INLINE Float min(Float a, Float b) { return {lesser(a.v, b.v)}; }
ERGO_LANES_INLINE Float max(Float a, Float b) { return {greater(a.v, b.v)}; }
ERGO_LANES_INLINE Int min(Int a, Int b) { return blend(b < a, b, a); }
ERGO_LANES_INLINE Int max(Int a, Int b) { return blend(a < b, b, a); }
ERGO_LANES_INLINE Uint max(Uint a, Uint b) { return blend(a < b, b, a); }
template <class T>
ERGO_LANES_INLINE constexpr T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
ERGO_LANES_INLINE constexpr T max(T a, T b) {
  return a < b ? b : a;
}
template <class T>
ERGO_LANES_INLINE T clamp(T x, T low, T high) {
  return min(max(x, low), high);
}

ERGO_LANES_INLINE Float abs(Float a) { return bits_of_float(int_of_bits(a) & spread(0x7fffffff)); }
ERGO_LANES_INLINE Float sqrt(Float a) { return {root(a.v)}; }
ERGO_LANES_INLINE Float inversesqrt(Float a) { return spread(1.0f) / sqrt(a); }
ERGO_LANES_INLINE Float step(Float edge, Float x) { return blend(x < edge, spread(0.0f), spread(1.0f)); }

/// The nearest whole number, the even one of two, for |a| < 2^22.
ERGO_LANES_INLINE Float nearest(Float a) {
  const Float big = spread(0x1.8p23f);
  return (a + big) - big;
}
ERGO_LANES_INLINE Float floor(Float a) {
  const Float whole = to_float(to_int(a)), below = whole - blend(whole > a, spread(1.0f), spread(0.0f));
  return blend(abs(a) < spread(0x1p23f), below, a);  // beyond 2^23, and NaN, are as they are
}
ERGO_LANES_INLINE Float ceil(Float a) { return -floor(-a); }

/// y 2^n for whole n, where the result is normal, or 0 or infinite by the exponent's bits.
ERGO_LANES_INLINE Float scaled(Float y, Float n) { return bits_of_float(int_of_bits(y) + (to_int(n) << 23)); }

ERGO_LANES_INLINE Float exp2(Float x) {
  const Float held = max(min(x, spread(128.0f)), spread(-127.0f)), n = nearest(held),
              r = held - n;  // 1 2^-127 has the bits of 0
  Float p = fma(spread(1.535336188319500e-4f), r, spread(1.339887440266574e-3f));
  p = fma(p, r, spread(9.618437357674640e-3f));
  p = fma(p, r, spread(5.550332471162809e-2f));
  p = fma(p, r, spread(2.402264791363012e-1f));
  p = fma(p, r, spread(6.931472028550421e-1f));
  return scaled(fma(p, r, spread(1.0f)), n);
}

ERGO_LANES_INLINE Float exp(Float x) {
  const Float held = max(min(x, spread(88.72283f)), spread(-88.02f)), n = nearest(held * spread(1.44269504f));
  const Float r = fnma(n, spread(-2.12194440e-4f), fnma(n, spread(0.693359375f), held));
  Float p = fma(spread(1.9875691500e-4f), r, spread(1.3981999507e-3f));
  p = fma(p, r, spread(8.3334519073e-3f));
  p = fma(p, r, spread(4.1665795894e-2f));
  p = fma(p, r, spread(1.6666665459e-1f));
  p = fma(p, r, spread(5.0000001201e-1f));
  const Float y = scaled(fma(p, r * r, r) + spread(1.0f), n);
  const Float small = blend(x < spread(-87.33654f), spread(0.0f), y);
  return blend(x > spread(88.72283f), spread(__builtin_inff()), small);
}

/// log m and the exponent e of x = m 2^e, m within a factor sqrt(2) of 1.
struct LogParts {
  Float log_of_fraction, exponent;
};
ERGO_LANES_INLINE LogParts log_parts(Float x) {
  const Int bits = int_of_bits(x) - int_of_bits(spread(0.70710677f));  // counts the exponent from there
  const Float exponent = to_float(bits >> 23);
  const Float fraction = bits_of_float((bits & spread(0x007fffff)) + int_of_bits(spread(0.70710677f)));
  const Float t = fraction - spread(1.0f), z = t * t;
  Float p = fma(spread(7.0376836292e-2f), t, spread(-1.1514610310e-1f));
  p = fma(p, t, spread(1.1676998740e-1f));
  p = fma(p, t, spread(-1.2420140846e-1f));
  p = fma(p, t, spread(1.4249322787e-1f));
  p = fma(p, t, spread(-1.6668057665e-1f));
  p = fma(p, t, spread(2.0000714765e-1f));
  p = fma(p, t, spread(-2.4999993993e-1f));
  p = fma(p, t, spread(3.3333331174e-1f));
  return {fma(p * t, z, fnma(spread(0.5f), z, t)), exponent};
}
/// The logarithm y of x, where x is normal.
ERGO_LANES_INLINE Float log_of(Float x, Float y) {
  const Float infinity = spread(__builtin_inff());
  y = blend(x == infinity, x, y);
  y = blend(x < spread(0x1p-126f), -infinity, y);
  return blend(x >= spread(0.0f), y, spread(__builtin_nanf("")));
}
ERGO_LANES_INLINE Float log(Float x) {
  const LogParts parts = log_parts(x);
  return log_of(x, fma(parts.exponent, spread(0.693359375f),
                       fma(parts.exponent, spread(-2.12194440e-4f), parts.log_of_fraction)));
}
ERGO_LANES_INLINE Float log2(Float x) {
  const LogParts parts = log_parts(x);
  return log_of(x, fma(parts.log_of_fraction, spread(0.44269504f), parts.log_of_fraction) + parts.exponent);
}
ERGO_LANES_INLINE Float pow(Float x, Float y) { return exp2(y * log2(x)); }

struct SinCos {
  Float sin, cos;
};
ERGO_LANES_INLINE SinCos sin_and_cos(Float x) {
  const Float q = nearest(x * spread(0.636619772f));
  const Float r =
      fnma(q, spread(7.54978995489188e-8f), fnma(q, spread(4.837512969970703125e-4f), fnma(q, spread(1.5703125f), x)));
  const Float z = r * r;
  const Float s =
      fma(fma(fma(spread(-1.9515295891e-4f), z, spread(8.3321608736e-3f)), z, spread(-1.6666654611e-1f)), z * r, r);
  const Float c =
      fma(fma(fma(spread(2.443315711809948e-5f), z, spread(-1.388731625493765e-3f)), z, spread(4.166664568298827e-2f)),
          z * z, fnma(spread(0.5f), z, spread(1.0f)));
  const Int quarter = to_int(q);
  const Mask turned = (quarter & spread(1)) != spread(0);
  const Int sign_of_sin = (quarter & spread(2)) << 30, sign_of_cos = ((quarter + spread(1)) & spread(2)) << 30;
  return {bits_of_float(int_of_bits(blend(turned, c, s)) ^ sign_of_sin),
          bits_of_float(int_of_bits(blend(turned, s, c)) ^ sign_of_cos)};
}
ERGO_LANES_INLINE Float sin(Float x) { return sin_and_cos(x).sin; }
ERGO_LANES_INLINE Float cos(Float x) { return sin_and_cos(x).cos; }

/// One number's functions have the bits of a lane's.
#define ERGO_LANES_SINGLE(name) \
  ERGO_LANES_INLINE float name(float x) { return name(spread(x)).v[0]; }
ERGO_LANES_SINGLE(abs)
ERGO_LANES_SINGLE(sqrt)
ERGO_LANES_SINGLE(inversesqrt)
ERGO_LANES_SINGLE(floor)
ERGO_LANES_SINGLE(ceil)
ERGO_LANES_SINGLE(exp)
ERGO_LANES_SINGLE(exp2)
ERGO_LANES_SINGLE(log)
ERGO_LANES_SINGLE(log2)
ERGO_LANES_SINGLE(sin)
ERGO_LANES_SINGLE(cos)
#undef ERGO_LANES_SINGLE
ERGO_LANES_INLINE float pow(float x, float y) { return pow(spread(x), spread(y)).v[0]; }
ERGO_LANES_INLINE float step(float edge, float x) { return x < edge ? 0.0f : 1.0f; }

ERGO_LANES_INLINE int bitCount(int a) { return __builtin_popcount(static_cast<Word>(a)); }
ERGO_LANES_INLINE Int bitCount(Int a) {
  const auto count = [](Uint x) {
    x = x - ((x >> 1) & spread(Word{0x55555555}));
    x = (x & spread(Word{0x33333333})) + ((x >> 2) & spread(Word{0x33333333}));
    return (((x + (x >> 4)) & spread(Word{0x0f0f0f0f})) * spread(Word{0x01010101})) >> 24;
  };
  return to_int(count(to_uint(a)));
}

}  // namespace ergo::lanes::ERGO_LANE_SET
