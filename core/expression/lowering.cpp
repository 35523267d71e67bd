#include "core/expression/lowering.h"

#include <algorithm>
#include <cmath>

namespace ergo::formula {

int Lowering::make(Code code, std::array<int, 3> operands, double number, int low, int high) {
  const auto [known, fresh] =
      known_.try_emplace({code, operands, number, low, high}, static_cast<int>(values_.size()));
  if (!fresh) return known->second;
  Value made{code, operands, number, low, high};
  if (code == Code::x || code == Code::y) made.depends = on_position;
  if (code == Code::slider) made.depends = on_slider;
  if (code == Code::index) made.depends = on_index;
  for (const int operand : operands)
    if (operand >= 0) {
      const Value& read = values_[static_cast<std::size_t>(operand)];
      made.depends |= read.depends;
      made.loops = std::max(made.loops, read.loops);
    }
  if (is_gathered(code)) {
    made.depends &= static_cast<std::uint8_t>(~on_index);
    ++made.loops;
  }
  values_.push_back(made);
  return known->second;
}

int Lowering::multiplied(int a, int b) { return binary(Code::multiply, a, b); }

/// By a constant as a product with its reciprocal, which is computed once.
int Lowering::quotient(int a, int b) {
  const Value &left = values_[static_cast<std::size_t>(a)], &right = values_[static_cast<std::size_t>(b)];
  const bool constant = (right.depends & (on_position | on_index)) == 0;
  const bool varies = (left.depends & (on_position | on_index)) != 0;
  if (!constant || !varies) return binary(Code::divide, a, b);
  if (right.code != Code::number) return multiplied(a, binary(Code::divide, number(1), b));
  const double reciprocal = 1 / right.number;
  return std::isnormal(reciprocal) ? multiplied(a, number(reciprocal)) : binary(Code::divide, a, b);
}

/// By repeated squaring.
int Lowering::whole_power(int a, double exponent) {
  int result = -1;
  for (int n = static_cast<int>(std::abs(exponent)), square = a; n > 0; n /= 2) {
    if (n % 2 == 1) result = result < 0 ? square : multiplied(result, square);
    if (n > 1) square = multiplied(square, square);
  }
  return exponent > 0 ? result : binary(Code::divide, number(1), result);
}

/// 1 for what holds, 0 for the rest.
int Lowering::condition(Id node) {
  const Op op = g_[node].op;
  const bool holds = op >= Op::less && op <= Op::negation;
  return holds ? value(node) : binary(Code::unequal, value(node), number(0));
}

/// sinh a = sign(a) m (1 + 1/(m + 1))/2, m = e^|a| - 1
int Lowering::hyperbolic_sine(int a) {
  const int m = unary(Code::expm1, unary(Code::abs, a));
  const int inverse = binary(Code::divide, number(1), binary(Code::add, m, number(1)));
  const int twice = multiplied(m, binary(Code::add, number(1), inverse));
  return multiplied(multiplied(number(0.5), unary(Code::sign, a)), twice);
}

/// tanh a = -sign(a) m/(2 + m), m = e^{-2|a|} - 1
int Lowering::hyperbolic_tangent(int a) {
  const int m = unary(Code::expm1, multiplied(number(-2), unary(Code::abs, a)));
  return multiplied(unary(Code::negate, unary(Code::sign, a)),
                    binary(Code::divide, m, binary(Code::add, number(2), m)));
}

/// sqrt((1 - a)(1 + a)): arcs come from atan2, since GLSL's own asin may be off by 2e-4.
int Lowering::cosine_of_arcsine(int a) {
  const int one = number(1);
  return unary(Code::sqrt, multiplied(binary(Code::subtract, one, a), binary(Code::add, one, a)));
}

int Lowering::function(Op op, int a) {
  switch (op) {
    case Op::negate:
      return unary(Code::negate, a);
    case Op::sqrt:
      return unary(Code::sqrt, a);
    case Op::exp:
      return unary(Code::exp, a);
    case Op::log:
      return unary(Code::log, a);
    case Op::expm1:
      return unary(Code::expm1, a);
    case Op::log1p:
      return unary(Code::log1p, a);
    case Op::sin:
      return unary(Code::sin, a);
    case Op::cos:
      return unary(Code::cos, a);
    case Op::tan:
      return unary(Code::tan, a);
    case Op::asin:
      return binary(Code::atan2, a, cosine_of_arcsine(a));
    case Op::acos:
      return binary(Code::atan2, cosine_of_arcsine(a), a);
    case Op::atan:
      return unary(Code::atan, a);
    case Op::erf:
      return unary(Code::erf, a);
    case Op::abs:
      return unary(Code::abs, a);
    case Op::sign:
      return unary(Code::sign, a);
    case Op::floor:
      return unary(Code::floor, a);
    case Op::sinh:
      return hyperbolic_sine(a);
    case Op::cosh: {  // (e + 1/e)/2, e = e^|a|
      const int e = unary(Code::exp, unary(Code::abs, a));
      return multiplied(number(0.5), binary(Code::add, e, binary(Code::divide, number(1), e)));
    }
    default:
      return hyperbolic_tangent(a);
  }
}

int Lowering::lowered(Id node) {
  const Node& n = g_[node];
  if (is_over_index(n.op)) return over(node);
  switch (n.op) {
    case Op::number:
      return number(n.value);
    case Op::x:
      return make(Code::x);
    case Op::y:
      return make(Code::y);
    case Op::slider:
      return make(Code::slider, {-1, -1, -1}, n.value);
    case Op::index:
      return make(Code::index, {-1, -1, -1}, 0, n.low, n.high);
    case Op::add:
      return binary(Code::add, a(node), b(node));
    case Op::subtract:
      return binary(Code::subtract, a(node), b(node));
    case Op::multiply:
      return multiplied(a(node), b(node));
    case Op::divide:
      return quotient(a(node), b(node));
    case Op::power:
      return whole_power(a(node), n.value);
    case Op::general_power:
      return binary(Code::pow, a(node), b(node));
    case Op::atan2:
      return binary(Code::atan2, a(node), b(node));
    case Op::mod: {
      const int turns = unary(Code::floor, binary(Code::divide, a(node), b(node)));
      return binary(Code::subtract, a(node), multiplied(b(node), turns));
    }
    case Op::min:
      return binary(Code::min, a(node), b(node));
    case Op::max:
      return binary(Code::max, a(node), b(node));
    case Op::less:
      return binary(Code::less, a(node), b(node));
    case Op::less_equal:
      return binary(Code::less_equal, a(node), b(node));
    case Op::equal:
      return binary(Code::equal, a(node), b(node));
    case Op::unequal:
      return binary(Code::unequal, a(node), b(node));
    case Op::both:
      return multiplied(condition(g_.operand(node, 0)), condition(g_.operand(node, 1)));
    case Op::either:
      return binary(Code::max, condition(g_.operand(node, 0)), condition(g_.operand(node, 1)));
    case Op::negation:
      return binary(Code::equal, a(node), number(0));
    case Op::select:
      return make(Code::select, {a(node), b(node), value(g_.operand(node, 2))});
    case Op::logsumexp:
      return logsumexp(node);
    case Op::softmax_mean:
      return softmax_mean(node);
    default:
      return function(n.op, a(node));
  }
}

// --- log sum_k e^{a_k} = m + log S, S = sum_k e^{a_k - m}, m = max_k a_k ---

int Lowering::level(Id logsumexp) {
  int largest = number(lowest);
  for (const Id each : g_.operands(logsumexp)) largest = binary(Code::max, largest, value(each));
  return largest;
}

int Lowering::weight(int exponent, int level) {
  return unary(Code::exp, binary(Code::subtract, exponent, level));
}

int Lowering::weights(Id logsumexp, int level) {
  int sum = -1;
  for (const Id each : g_.operands(logsumexp)) {
    const int term = weight(value(each), level);
    sum = sum < 0 ? term : binary(Code::add, sum, term);
  }
  return sum;
}

int Lowering::logsumexp(Id node) {
  const int m = level(node);
  return binary(Code::add, m, unary(Code::log, weights(node, m)));
}

/// sum_k e^{a_k - m} b_k/S. S >= 1, but where all a_k are -inf, and the mean is then 0.
int Lowering::softmax_mean(Id node) {
  const Id of = g_.operand(node, 0);
  const int m = level(of);
  int sum = -1;
  for (std::size_t k = 0; k < g_.operands(of).size(); ++k) {
    const Id factor = g_.operand(node, k + 1);
    if (g_.is_number(factor, 0)) continue;
    const int e = weight(value(g_.operand(of, k)), m),
              term = g_.is_number(factor, 1) ? e : multiplied(e, value(factor));
    sum = sum < 0 ? term : binary(Code::add, sum, term);
  }
  return binary(Code::divide, sum, binary(Code::max, weights(of, m), number(1)));
}

// --- over an index ---

int Lowering::gathered(Code code, Id node, int first, int second) {
  return make(code, {first, second, -1}, 0, g_[node].low, g_[node].high);
}

int Lowering::over(Id node) {
  const Op op = g_[node].op;
  if (op == Op::sum_over) return gathered(Code::sum, node, a(node));
  if (op == Op::product_over) return gathered(Code::product, node, a(node));
  if (op == Op::product_slope_over) return gathered(Code::product_slope, node, a(node), b(node));
  const Id of = op == Op::logsumexp_over ? node : g_.operand(node, 0);
  const int exponent = a(of), m = gathered(Code::largest, of, exponent), e = weight(exponent, m);
  const int sum = gathered(Code::sum, of, e);
  if (op == Op::logsumexp_over) return binary(Code::add, m, unary(Code::log, sum));
  const int mean = gathered(Code::sum, node, multiplied(e, b(node)));
  return binary(Code::divide, mean, binary(Code::max, sum, number(1)));
}

}  // namespace ergo::formula
