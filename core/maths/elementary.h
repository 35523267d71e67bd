#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

/// Elementary functions for the inner loops: inline, so that neighbouring calls overlap and share their work
/// (exp and expm1 of one number cost as one), and the same bits on every machine, where the C library picks
/// its code by processor. The polynomials are Taylor series cut where the rest is below 2^-57 of the result.
/// Largest errors in units in the last place: exp 1, exp_in_packs 3, expm1 4, log 2,
/// unit_circle 2.
namespace ergo::maths {

/// c[0] + c[1] x + c[2] x^2 + ... summed in pairs (Estrin's scheme), whose terms do not wait for each other.
template <std::size_t n>
constexpr double polynomial(double x, const std::array<double, n>& c) {
  if constexpr (n == 1) {
    return c[0];
  } else {
    std::array<double, (n + 1) / 2> pairs{};
    for (std::size_t k = 0; k < n / 2; ++k) pairs[k] = c[2 * k] + c[2 * k + 1] * x;
    if constexpr (n % 2 == 1) pairs[n / 2] = c[n - 1];
    return polynomial(x * x, pairs);
  }
}

/// x + shifter rounds x to an integer, which the last bits of the sum then hold.
inline constexpr double shifter = 0x1.8p52;

/// 2^(j/128) = leading + rest, j = 0 .. 127.
struct Root {
  double leading, rest;
};
inline constexpr auto roots_of_2 = [] {
  constexpr long double ln2 = 0xb.17217f7d1cf79acp-4L;  // libc++ 16 has its digits of a double alone
  std::array<Root, 128> roots{};
  for (int j = 0; j < 128; ++j) {
    const long double x = j * ln2 / 128;
    long double sum = 1;
    for (int k = 20; k > 0; --k) sum = 1 + sum * x / k;
    roots[j].leading = static_cast<double>(sum);
    roots[j].rest = static_cast<double>(sum - roots[j].leading);
  }
  return roots;
}();

/// e^x = 2 half_power (leading + rest) by x = (n + j/128) ln 2 + r, |r| <= ln(2)/256.
struct Exponential {
  double half_power;  ///< 2^(n-1): 2^1024 itself overflows
  double leading;     ///< of 2^(j/128)
  double rest;
};

inline Exponential exponential(double x) {
  x = std::clamp(x, -707.0, 710.0);
  // (ln 2)/128 = high + low; the 36 bits of high times the 17 of 128 n + j are exact.
  constexpr double high = 0x1.62e42fefap-1 / 128, low = 0x1.cf79abc9e3b3ap-40 / 128;
  const double shifted = x * (128 * std::numbers::log2e) + shifter, n = shifted - shifter;
  const double r = (x - n * high) - n * low;
  const double m = r + r * r * polynomial(r, std::array{1 / 2., 1 / 6., 1 / 24., 1 / 120.});  // e^r - 1
  const auto bits = std::bit_cast<std::uint64_t>(shifted);
  const Root root = roots_of_2[bits % 128];
  return {std::bit_cast<double>((bits / 128 + 1022) << 52), root.leading, root.rest + root.leading * m};
}

/// e^x; 0 below -707, before results become denormal.
inline double exp(double x) {
  const Exponential e = exponential(x);
  return x < -707 ? 0 : 2 * (e.half_power * (e.leading + e.rest));
}

/// e^x - 1
inline double expm1(double x) {
  const Exponential e = exponential(x);
  return 2 * ((e.half_power * e.leading - 0.5) + e.half_power * e.rest);
}

/// e^x, x <= 709, without table and branches, so that a loop over an array is done in packs; e^-707 below
/// -707. By x = n ln 2 + r, |r| <= ln(2)/2.
inline double exp_in_packs(double x) {
  x = x < -707 ? -707 : x;
  constexpr double high = 0x1.62e42fefap-1, low = 0x1.cf79abc9e3b3ap-40;  // ln 2
  const double shifted = x * std::numbers::log2e + shifter, n = shifted - shifter;
  const double r = (x - n * high) - n * low;
  constexpr std::array series = {
      1.,        1.,         1 / 2.,      1 / 6.,       1 / 24.,       1 / 120.,       1 / 720.,
      1 / 5040., 1 / 40320., 1 / 362880., 1 / 3628800., 1 / 39916800., 1 / 479001600., 1 / 6227020800.};
  const auto power = std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + 1023) << 52);
  return polynomial(r, series) * power;
}

/// log(centre) for the centres 1 + j/128, halved from j = 53 on, where they pass sqrt(2).
struct KnownLogarithm {
  double centre, inverse, logarithm;
};
inline constexpr int first_halved = 53;
inline constexpr auto known_logarithms = [] {
  std::array<KnownLogarithm, 129> known{};
  for (int j = 0; j <= 128; ++j) {
    const double centre = (1 + j / 128.) / (j < first_halved ? 1 : 2);
    const long double s = (centre - 1.0L) / (centre + 1.0L);  // log(centre) = 2 artanh(s), |s| < 0.18
    long double sum = 0;
    for (int k = 27; k > 0; k -= 2) sum = 1.0L / k + sum * s * s;
    known[j] = {centre, 1 / centre, static_cast<double>(2 * s * sum)};
  }
  return known;
}();

/// The natural logarithm, by x = 2^n centre (1 + r), |r| <= 1/256; n = 0 near 1, where nothing cancels.
inline double log(double x) {
  if (!(x >= 0x1p-1022 && x <= 0x1.fffffffffffffp1023)) return std::log(x);
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t j = ((bits >> 44) % 256 + 1) / 2, halved = j >= first_halved;
  const double n = static_cast<int>((bits >> 52) + halved) - 1023;
  const auto mantissa = std::bit_cast<double>((bits & 0xfffffffffffffu) | ((0x3ff - halved) << 52));
  const KnownLogarithm known = known_logarithms[j];
  const double r = (mantissa - known.centre) * known.inverse;  // the difference is exact
  const double rest = r * r * polynomial(r, std::array{-1 / 2., 1 / 3., -1 / 4., 1 / 5., -1 / 6., 1 / 7.});
  return (n * std::numbers::ln2 + known.logarithm) + (r + rest);
}

struct CosineSine {
  double cosine, sine;
};

/// (cos, sin) of 2 pi turns, 0 <= turns <= 1: exact reduction to an eighth of a turn.
inline CosineSine unit_circle(double turns) {
  const double shifted = 4 * turns + shifter;
  const double angle = 2 * std::numbers::pi * (turns - 0.25 * (shifted - shifter)), z = angle * angle;
  constexpr std::array cosine = {1 / 24.,        -1 / 720.,          1 / 40320.,          -1 / 3628800.,
                                 1 / 479001600., -1 / 87178291200.0, 1 / 20922789888000.0};
  constexpr std::array sine = {-1 / 6.,         1 / 120.,        -1 / 5040.,           1 / 362880.,
                               -1 / 39916800.0, 1 / 6227020800., -1 / 1307674368000.0, 1 / 355687428096000.0};
  const double c = 1 - 0.5 * z + z * z * polynomial(z, cosine);
  const double s = angle + angle * z * polynomial(z, sine);
  const auto quarter = std::bit_cast<std::uint64_t>(shifted);
  const CosineSine turned = quarter & 1 ? CosineSine{-s, c} : CosineSine{c, s};
  return quarter & 2 ? CosineSine{-turned.cosine, -turned.sine} : turned;
}

}  // namespace ergo::maths
