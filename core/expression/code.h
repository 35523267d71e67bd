#pragma once

#include <cstdint>

namespace ergo::formula {

/// What the evaluator and the kernel text both do, one operation of the machine each.
enum class Code : std::uint8_t {
  number,
  x,
  y,
  slider,
  index,
  add,
  subtract,
  multiply,
  divide,
  negate,
  sqrt,
  exp,
  log,
  expm1,
  log1p,
  sin,
  cos,
  tan,
  atan,
  erf,
  abs,
  sign,
  floor,
  atan2,
  pow,
  min,
  max,
  less,
  less_equal,
  equal,
  unequal,
  select,
  // Gathered over an index; operands are read at each value of it.
  sum,            ///< sum_k a_k
  product,        ///< prod_k a_k
  product_slope,  ///< sum_k b_k prod_{j != k} a_j
  largest,        ///< max(lowest, max_k a_k)
};

/// Below what exponents may be, and above -inf: the level of a logsumexp whose exponents are all -inf.
inline constexpr double lowest = -3e38;

}  // namespace ergo::formula
