#pragma once

#include <map>
#include <tuple>

#include "core/expression/program.h"

namespace ergo::formula {

/// Turns the nodes of a graph into values of a program; equal values are one.
class Lowering {
 public:
  explicit Lowering(const Graph& graph) : g_(graph), of_(graph.size(), -1) {}

  /// To be called for all nodes in order.
  void add(Id node) { of_[static_cast<std::size_t>(node)] = lowered(node); }
  int value(Id node) const { return of_[static_cast<std::size_t>(node)]; }
  std::vector<Value> take_values() { return std::move(values_); }

 private:
  int lowered(Id node);
  int function(Op op, int a);
  int make(Code code, std::array<int, 3> operands = {-1, -1, -1}, double number = 0, int low = 0,
           int high = 0);
  int number(double value) { return make(Code::number, {-1, -1, -1}, value); }
  int binary(Code code, int a, int b) { return make(code, {a, b, -1}); }
  int unary(Code code, int a) { return make(code, {a, -1, -1}); }
  int multiplied(int a, int b);
  int quotient(int a, int b);
  int whole_power(int a, double exponent);
  int condition(Id node);
  int cosine_of_arcsine(int a);
  int hyperbolic_sine(int a);
  int hyperbolic_tangent(int a);
  int logsumexp(Id node);
  int softmax_mean(Id node);
  int level(Id logsumexp);
  int weight(int exponent, int level);
  int weights(Id logsumexp, int level);
  int over(Id node);
  int gathered(Code code, Id node, int a, int b = -1);
  int a(Id node) const { return value(g_.operand(node, 0)); }
  int b(Id node) const { return value(g_.operand(node, 1)); }

  const Graph& g_;
  std::vector<int> of_;  ///< values of nodes
  std::vector<Value> values_;
  std::map<std::tuple<Code, std::array<int, 3>, double, int, int>, int> known_;
};

}  // namespace ergo::formula
