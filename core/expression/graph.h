#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ergo::formula {

enum class Op : std::uint8_t {
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
  power,          ///< to the whole exponent Node::value, 2 <= |exponent| <= largest_whole_power
  general_power,  ///< to any other exponent
  sqrt,
  exp,
  log,
  expm1,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  erf,
  abs,
  sign,
  floor,
  atan2,
  mod,
  min,
  max,
  less,
  less_equal,
  equal,
  unequal,  ///< 1 or 0
  both,
  either,
  negation,      ///< of conditions, that is numbers of which 0 is false
  select,        ///< a != 0 ? b : c
  logsumexp,     ///< log sum_k e^{a_k}
  softmax_mean,  ///< sum_k e^{a_k - L} b_k; operands: L, a logsumexp of the a_k, then the b_k
  // Over the index k = low .. high; the first operand is the term at k.
  sum_over,
  product_over,
  product_slope_over,  ///< sum_k b_k prod_{j != k} a_j; operands a_k, b_k
  logsumexp_over,      ///< log sum_k e^{a_k}
  softmax_mean_over,   ///< sum_k e^{a_k - L} b_k; operands: L, a logsumexp_over of the a_k, then b_k
};

constexpr bool is_over_index(Op op) { return op >= Op::sum_over; }

/// Place in the graph. Operands have smaller ones than what is made of them.
using Id = int;

struct Interval {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

/// What a value changes with.
enum Depends : std::uint8_t { on_position = 1, on_slider = 2, on_index = 4 };

struct Node {
  Op op;
  std::uint8_t depends = 0;            ///< bits of Depends
  double value = 0;                    ///< of a number or a power; which slider
  int low = 0, high = 0;               ///< ends of an index, both included
  std::uint32_t first = 0, count = 0;  ///< its operands
  Interval bounds = {};                ///< in which it lies wherever it is finite
};

inline constexpr int most_nodes = 20'000, most_terms = 1'024, largest_whole_power = 64;

/// Expressions that share their parts: what is the same has one node. Sums and products are put in one order
/// and numbers are computed; all identities hold for finite numbers, up to the rounding of constants. Throws
/// Mistake at `place` where a constant is not finite, unless it is made of an infinity that was written, and
/// beyond most_nodes.
class Graph {
 public:
  Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  std::size_t place = 0;  ///< in the text, of what is being made

  Id number(double value);
  Id x() { return 0; }
  Id y() { return 1; }
  Id slider(int which, Interval range);
  Id index(int low, int high);

  Id add(Id a, Id b);
  Id subtract(Id a, Id b);
  Id multiply(Id a, Id b);
  Id divide(Id a, Id b);
  Id negate(Id a);
  Id power(Id a, Id exponent);
  Id sqrt(Id a) { return call(Op::sqrt, {{a}}); }
  Id exp(Id a) { return call(Op::exp, {{a}}); }
  Id log(Id a);
  Id abs(Id a);
  Id less(Id a, Id b) { return call(Op::less, {{a, b}}); }
  Id select(Id condition, Id a, Id b);
  /// logsumexp of the a_k, of which those that are logsumexp themselves give their terms.
  Id logsumexp(std::span<const Id> a);
  Id over(Op op, int low, int high, std::span<const Id> operands);
  /// A function, an Op from sqrt on that has no method of its own.
  Id call(Op op, std::span<const Id> operands);

  const Node& operator[](Id id) const { return nodes_[static_cast<std::size_t>(id)]; }
  std::span<const Id> operands(Id id) const {
    return {operands_.data() + (*this)[id].first, (*this)[id].count};
  }
  Id operand(Id id, std::size_t k) const { return operands(id)[k]; }
  std::size_t size() const { return nodes_.size(); }
  bool is_number(Id id) const { return (*this)[id].op == Op::number; }
  bool is_number(Id id, double value) const { return is_number(id) && (*this)[id].value == value; }
  bool depends(Id id, int on) const { return ((*this)[id].depends & on) != 0; }
  bool nonnegative(Id id) const { return (*this)[id].bounds.low >= 0; }
  bool positive(Id id) const { return (*this)[id].bounds.low > 0; }

  /// All nodes that the roots are made of, in order.
  std::vector<Id> needed(std::span<const Id> roots) const;

 private:
  struct Hash {
    const Graph* graph;
    std::size_t operator()(Id id) const;
  };
  struct Same {
    const Graph* graph;
    bool operator()(Id a, Id b) const;
  };

  Id intern(Node node, std::span<const Id> operands);
  Id make(Op op, std::initializer_list<Id> operands, double value = 0);
  Id computed(double value, std::span<const Id> operands);
  void refuse_infinity(Id a) const;
  bool all_numbers(std::span<const Id> operands) const;
  double value(Id id) const { return (*this)[id].value; }
  Op op(Id id) const { return (*this)[id].op; }

  std::vector<Node> nodes_;
  std::vector<Id> operands_;
  std::unordered_set<Id, Hash, Same> known_;
};

}  // namespace ergo::formula
