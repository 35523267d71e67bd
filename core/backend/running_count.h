#pragma once

namespace ergo {

/// A running count would stop at 2^24 in single precision: kernels have it as two components, the count modulo
/// `count_unit` in its place and the multiples of it behind all others.
inline constexpr double count_unit = 8388608;  // 2^23: counts of a step, below 2^23, are added to it exactly

}  // namespace ergo
