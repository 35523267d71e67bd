#pragma once

#include "core/expression/graph.h"

namespace ergo::formula {

/// The derivative of a node by x or by y (Graph::x(), Graph::y()), made in the same graph in forward mode:
/// what a choice leaves out never meets 0 * inf. Conventions where there is no derivative: sqrt'(0) = 0,
/// |x|'(0) = 0, atan2' = 0 at the origin, a power's is 0 where its base is 0 and its exponent below 1, and
/// min and max have that of their first argument at ties. sign, floor and conditions have the derivative 0.
Id derivative(Graph& graph, Id node, Id coordinate);

}  // namespace ergo::formula
