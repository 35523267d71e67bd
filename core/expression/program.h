#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/expression/code.h"
#include "core/expression/graph.h"

namespace ergo::formula {

constexpr bool is_gathered(Code code) { return code >= Code::sum; }

struct Value {
  Code code;
  std::array<int, 3> operands = {-1, -1, -1};
  double number = 0;         ///< of a number; which slider
  int low = 0, high = 0;     ///< ends of the index
  std::uint8_t depends = 0;  ///< bits of Depends
  int loops = 0;             ///< how many loops must have run one after the other before it is known
  bool operator==(const Value&) const = default;
};

/// Values computed one after the other; or, with `gathered`, a loop over an index from low to high that
/// computes `values` anew for each and gathers.
struct Block {
  std::vector<int> values = {}, gathered = {};
  int low = 0, high = 0;
};

/// A formula in operations. What depends on sliders alone is computed first, once.
struct Program {
  std::vector<Value> values;
  std::vector<Block> prepared, body;
  std::vector<int> results;
};

/// The operations that compute the roots: whole powers by products, hyperbolic functions by exp and expm1,
/// which keep their digits in single precision, quotients by constants as products, exponentials of a
/// logsumexp shifted by the largest.
Program program_of(const Graph& graph, std::span<const Id> roots);

}  // namespace ergo::formula
