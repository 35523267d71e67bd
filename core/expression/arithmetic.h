#pragma once

#include <span>

#include "core/expression/graph.h"

namespace ergo::formula {

/// The value of an operation on numbers; not for those over an index and not for leaves.
double value_of(Op op, std::span<const double> operands, double exponent);

/// Bounds of an operation whose operands lie within theirs.
Interval bounds_of(const Node& node, std::span<const Interval> operands);

}  // namespace ergo::formula
