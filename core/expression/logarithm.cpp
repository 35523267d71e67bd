#include "core/expression/logarithm.h"

#include <cmath>
#include <numbers>

namespace ergo::formula {
namespace {

constexpr int deepest = 400;  ///< of recursion; what lies deeper is taken as it is

}  // namespace

Id Logarithm::of(Id a) {
  density_ = false;
  return taken(a);
}

Id Logarithm::of_density(Id a) {
  density_ = true;
  return taken(a);
}

std::optional<Id> Logarithm::exponent(Id a) {
  if (const auto known = exponents_.find(a); known != exponents_.end()) return known->second;
  if (depth_ >= deepest) return {};
  ++depth_;
  const std::optional<Id> found = find_exponent(a);
  --depth_;
  exponents_[a] = found;
  return found;
}

std::optional<Id> Logarithm::find_exponent(Id a) {
  const Node node = g_[a];
  switch (node.op) {
    case Op::exp:
      return g_.operand(a, 0);
    case Op::add:
    case Op::multiply:
    case Op::divide: {
      if (const auto found = exponent_of_pair(a)) return found;
      break;
    }
    case Op::sqrt:
      if (const auto inner = exponent(g_.operand(a, 0))) return g_.multiply(g_.number(0.5), *inner);
      break;
    case Op::power:
      if (const auto inner = exponent(g_.operand(a, 0))) return g_.multiply(g_.number(node.value), *inner);
      break;
    case Op::select: {
      const Id condition = g_.operand(a, 0), then = g_.operand(a, 1), otherwise = g_.operand(a, 2);
      const auto one = exponent(then), other = exponent(otherwise);
      if (one && other) return g_.select(condition, *one, *other);
      break;
    }
    case Op::cosh: {  // (e^b + e^{-b})/2
      const Id b = g_.operand(a, 0);
      return g_.subtract(g_.logsumexp({{b, g_.negate(b)}}), g_.number(std::numbers::ln2));
    }
    case Op::sum_over:
    case Op::product_over:
      if (const auto found = exponent_over(a)) return found;
      break;
    default:
      break;
  }
  if (g_.is_number(a, 0)) return g_.number(-std::numeric_limits<double>::infinity());
  const bool constant = !g_.depends(a, on_position);
  if (g_.positive(a) || (constant && g_.nonnegative(a))) return g_.log(a);
  return {};
}

std::optional<Id> Logarithm::exponent_of_pair(Id a) {
  const Id left = g_.operand(a, 0), right = g_.operand(a, 1);
  if (!g_.depends(a, on_position)) return {};  // as a whole
  const auto one = exponent(left);
  const auto other = one ? exponent(right) : std::nullopt;
  if (!one || !other || (g_[a].op == Op::divide && g_.is_number(right, 0))) return {};
  const Split s = split(*one), t = split(*other);
  switch (g_[a].op) {
    case Op::add:  // log(c e^s + c e^t) = log c + log(e^s + e^t)
      if (s.constant == t.constant) return g_.add(g_.logsumexp({{s.varying, t.varying}}), s.constant);
      return g_.logsumexp({{*one, *other}});
    case Op::multiply:
      return g_.add(g_.add(s.varying, t.varying), g_.add(s.constant, t.constant));
    default:
      return g_.add(g_.subtract(s.varying, t.varying), g_.subtract(s.constant, t.constant));
  }
}

/// What is the same everywhere is added last, and once for all terms that share it.
Logarithm::Split Logarithm::split(Id a) {
  const auto constant = [this](Id id) { return !g_.depends(id, on_position | on_index); };
  const Id zero = g_.number(0);
  if (constant(a)) return {zero, a};
  if (g_[a].op != Op::add && g_[a].op != Op::subtract) return {a, zero};
  const Id left = g_.operand(a, 0), right = g_.operand(a, 1);
  const bool minus = g_[a].op == Op::subtract;
  if (constant(right)) return {left, minus ? g_.negate(right) : right};
  if (constant(left)) return {minus ? g_.negate(right) : right, left};
  return {a, zero};
}

std::optional<Id> Logarithm::exponent_over(Id a) {
  const Node node = g_[a];
  const auto term = exponent(g_.operand(a, 0));
  if (!term) return {};
  if (node.op == Op::product_over) return g_.over(Op::sum_over, node.low, node.high, {{*term}});
  const Split s = split(*term);
  return g_.add(g_.over(Op::logsumexp_over, node.low, node.high, {{s.varying}}), s.constant);
}

Id Logarithm::plain(Id a) {
  if (!density_ || g_.positive(a)) return g_.log(a);
  const Id nothing = g_.number(-std::numeric_limits<double>::infinity());
  if (g_.is_number(a)) return g_[a].value > 0 ? g_.log(a) : nothing;
  return g_.select(g_.less(g_.number(0), a), g_.log(a), nothing);
}

Id Logarithm::log_of_power(Id a, Id base, Id exponent) {
  const bool even = g_.is_number(exponent) && std::fmod(g_[exponent].value, 2) == 0;
  if (!even && !g_.nonnegative(base)) return plain(a);
  return g_.multiply(exponent, taken(g_.abs(base)));
}

Id Logarithm::taken(Id a) {
  auto& known = density_ ? of_densities_ : of_values_;
  if (const auto found = known.find(a); found != known.end()) return found->second;
  const Id result = find(a);
  return known[a] = result;
}

Id Logarithm::find(Id a) {
  if (const auto found = exponent(a); found && !(g_.is_number(a, 0) && !density_)) return *found;
  if (depth_ >= deepest) return plain(a);
  ++depth_;
  const Node node = g_[a];
  const auto operand = [&](std::size_t k) { return g_.operand(a, k); };
  Id result = 0;
  if (node.op == Op::multiply && (g_.nonnegative(operand(0)) || g_.nonnegative(operand(1))))
    result = g_.add(taken(operand(0)), taken(operand(1)));
  else if (node.op == Op::divide && (g_.nonnegative(operand(0)) || g_.nonnegative(operand(1))))
    result = g_.subtract(taken(operand(0)), taken(operand(1)));
  else if (node.op == Op::power)
    result = log_of_power(a, operand(0), g_.number(node.value));
  else if (node.op == Op::general_power && g_.nonnegative(operand(0)) && !g_.is_number(operand(0)))
    result = log_of_power(a, operand(0), operand(1));
  else if (node.op == Op::sqrt)
    result = g_.multiply(g_.number(0.5), taken(operand(0)));
  else if (node.op == Op::select && density_) {
    const Id condition = operand(0), then = taken(operand(1)), otherwise = taken(operand(2));
    result = g_.select(condition, then, otherwise);
  } else
    result = plain(a);
  --depth_;
  return result;
}

}  // namespace ergo::formula
