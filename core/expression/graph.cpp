#include "core/expression/graph.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/expression/arithmetic.h"
#include "core/expression/mistake.h"

namespace ergo::formula {

std::size_t Graph::Hash::operator()(Id id) const {
  const Node& node = (*graph)[id];
  std::uint64_t hash = std::bit_cast<std::uint64_t>(node.value);
  const auto mix = [&hash](int word) {
    hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  mix(static_cast<int>(node.op));
  mix(node.low);
  mix(node.high);
  for (const Id operand : graph->operands(id)) mix(operand);
  return hash;
}

bool Graph::Same::operator()(Id a, Id b) const {
  const Node &one = (*graph)[a], &other = (*graph)[b];
  return one.op == other.op && one.value == other.value && one.low == other.low && one.high == other.high &&
         std::ranges::equal(graph->operands(a), graph->operands(b));
}

Graph::Graph() : known_(64, Hash{this}, Same{this}) {
  intern({.op = Op::x, .depends = on_position}, {});
  intern({.op = Op::y, .depends = on_position}, {});
}

Id Graph::intern(Node node, std::span<const Id> operands) {
  if (size() >= most_nodes)
    throw Mistake{place, "the formula grows beyond " + std::to_string(most_nodes) + " operations"};
  std::vector<Interval> bounds;
  for (const Id operand : operands) {
    node.depends |= (*this)[operand].depends;
    bounds.push_back((*this)[operand].bounds);
  }
  if (is_over_index(node.op)) node.depends &= static_cast<std::uint8_t>(~on_index);
  if (!operands.empty()) node.bounds = bounds_of(node, bounds);
  node.first = static_cast<std::uint32_t>(operands_.size());
  node.count = static_cast<std::uint32_t>(operands.size());
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  nodes_.push_back(node);
  const auto [known, fresh] = known_.insert(static_cast<Id>(nodes_.size()) - 1);
  if (!fresh) {
    nodes_.pop_back();
    operands_.resize(operands_.size() - node.count);
  }
  return *known;
}

Id Graph::number(double value) {
  if (value == 0) value = 0;  // one zero
  return intern({.op = Op::number, .value = value, .bounds = {value, value}}, {});
}

Id Graph::slider(int which, Interval range) {
  return intern(
      {.op = Op::slider, .depends = on_slider, .value = static_cast<double>(which), .bounds = range}, {});
}

Id Graph::index(int low, int high) {
  return intern({.op = Op::index,
                 .depends = on_index,
                 .low = low,
                 .high = high,
                 .bounds = {static_cast<double>(low), static_cast<double>(high)}},
                {});
}

bool Graph::all_numbers(std::span<const Id> operands) const {
  return std::ranges::all_of(operands, [this](Id id) { return is_number(id); });
}

/// A number made of numbers.
Id Graph::computed(double result, std::span<const Id> operands) {
  const bool from_infinity = std::ranges::any_of(operands, [this](Id id) { return std::isinf(value(id)); });
  if (std::isnan(result))
    throw Mistake{place, "a constant is not a number (0/0, inf - inf, log of a negative number, …)"};
  if (std::isinf(result) && !from_infinity)
    throw Mistake{place, "a constant is infinite", "", "finite numbers; write inf for an infinite energy"};
  return number(result);
}

/// Infinity is an energy, not a factor: 0 * inf has no value.
void Graph::refuse_infinity(Id a) const {
  if (is_number(a) && std::isinf(value(a)))
    throw Mistake{place, "infinity is multiplied", "", "inf as one of if(condition, a, b)"};
}

Id Graph::make(Op made, std::initializer_list<Id> operands, double exponent) {
  const std::span<const Id> all(operands.begin(), operands.size());
  if (!all_numbers(all)) return intern({.op = made, .value = exponent}, all);
  std::vector<double> values;
  for (const Id operand : operands) values.push_back(value(operand));
  return computed(value_of(made, values, exponent), all);
}

Id Graph::add(Id a, Id b) {
  if (is_number(a, 0)) return b;
  if (is_number(b, 0)) return a;
  if (op(b) == Op::negate) return subtract(a, operand(b, 0));
  if (op(a) == Op::negate) return subtract(b, operand(a, 0));
  if (is_number(b) && value(b) < 0 && !is_number(a)) return subtract(a, number(-value(b)));
  if (is_number(a) && value(a) < 0 && !is_number(b)) return subtract(b, number(-value(a)));
  if (a == b && !is_number(a)) return multiply(number(2), a);
  return make(Op::add, {std::min(a, b), std::max(a, b)});
}

Id Graph::subtract(Id a, Id b) {
  if (is_number(b, 0)) return a;
  if (is_number(a, 0)) return negate(b);
  if (a == b && !is_number(a)) return number(0);
  if (op(b) == Op::negate) return add(a, operand(b, 0));
  if (op(a) == Op::negate) return negate(add(operand(a, 0), b));
  if (is_number(b) && value(b) < 0 && !is_number(a)) return add(a, number(-value(b)));
  if (is_number(b, 1) && op(a) == Op::exp) return call(Op::expm1, {{operand(a, 0)}});
  if (is_number(a, 1) && op(b) == Op::exp) return negate(call(Op::expm1, {{operand(b, 0)}}));
  return make(Op::subtract, {a, b});
}

/// Signs and numbers move to the front, so that those of one product meet.
Id Graph::multiply(Id a, Id b) {
  if (is_number(a) && is_number(b)) return make(Op::multiply, {a, b});
  if (is_number(b)) std::swap(a, b);
  refuse_infinity(a);
  if (is_number(a, 0)) return a;
  if (is_number(a, 1)) return b;
  if (is_number(a) && value(a) < 0) return negate(multiply(number(-value(a)), b));
  if (op(a) == Op::negate && op(b) == Op::negate) return multiply(operand(a, 0), operand(b, 0));
  if (op(a) == Op::negate) return negate(multiply(operand(a, 0), b));
  if (op(b) == Op::negate) return negate(multiply(a, operand(b, 0)));
  if (a == b) return power(a, number(2));
  if (op(b) == Op::divide && is_number(operand(b, 0), 1)) return divide(a, operand(b, 1));
  if (op(a) == Op::divide && is_number(operand(a, 0), 1)) return divide(b, operand(a, 1));
  const auto factor = [this](Id id) { return op(id) == Op::multiply && is_number(operand(id, 0)); };
  if (is_number(a) && factor(b)) {
    const double both = value(a) * value(operand(b, 0));
    if (std::isnormal(both)) return multiply(number(both), operand(b, 1));
  }
  if (is_number(a) && op(b) == Op::divide && is_number(operand(b, 0)))
    return divide(multiply(a, operand(b, 0)), operand(b, 1));
  if (is_number(a)) return make(Op::multiply, {a, b});
  if (factor(a)) return multiply(operand(a, 0), multiply(operand(a, 1), b));
  if (factor(b)) return multiply(operand(b, 0), multiply(a, operand(b, 1)));
  return make(Op::multiply, {std::min(a, b), std::max(a, b)});
}

Id Graph::divide(Id a, Id b) {
  if (is_number(a) && is_number(b)) return make(Op::divide, {a, b});
  if (is_number(b, 0)) throw Mistake{place, "division by 0"};
  refuse_infinity(a);
  refuse_infinity(b);
  if (is_number(a, 0) || is_number(b, 1)) return a;
  if (is_number(b, -1)) return negate(a);
  if (op(a) == Op::negate) return negate(divide(operand(a, 0), b));
  if (op(b) == Op::negate) return negate(divide(a, operand(b, 0)));
  if (op(a) == Op::multiply && is_number(operand(a, 0)))
    return multiply(operand(a, 0), divide(operand(a, 1), b));
  return make(Op::divide, {a, b});
}

Id Graph::negate(Id a) {
  if (op(a) == Op::negate) return operand(a, 0);
  if (op(a) == Op::subtract) return subtract(operand(a, 1), operand(a, 0));
  return make(Op::negate, {a});
}

Id Graph::power(Id a, Id exponent) {
  if (!is_number(a)) refuse_infinity(exponent);
  if (!is_number(exponent)) refuse_infinity(a);
  if (is_number(a) || !is_number(exponent)) return make(Op::general_power, {a, exponent});
  const double n = value(exponent);
  if (n == 0.5) return sqrt(a);
  if (n == -0.5) return divide(number(1), sqrt(a));
  if (n != std::floor(n) || std::abs(n) > largest_whole_power) return make(Op::general_power, {a, exponent});
  if (n == 0) return number(1);
  if (n == 1) return a;
  if (n == -1) return divide(number(1), a);
  const bool even = std::fmod(n, 2) == 0;
  if (even && (op(a) == Op::negate || op(a) == Op::abs)) return power(operand(a, 0), exponent);
  if (even && n > 0 && op(a) == Op::sqrt && nonnegative(operand(a, 0)))
    return power(operand(a, 0), number(n / 2));
  return make(Op::power, {a}, n);
}

Id Graph::log(Id a) {
  if (op(a) == Op::exp) return operand(a, 0);
  if (op(a) == Op::add && is_number(operand(a, 0), 1)) return call(Op::log1p, {{operand(a, 1)}});
  if (op(a) == Op::add && is_number(operand(a, 1), 1)) return call(Op::log1p, {{operand(a, 0)}});
  if (op(a) == Op::subtract && is_number(operand(a, 0), 1)) return call(Op::log1p, {{negate(operand(a, 1))}});
  return make(Op::log, {a});
}

Id Graph::abs(Id a) {
  if (nonnegative(a)) return a;
  if (op(a) == Op::negate) return abs(operand(a, 0));
  return make(Op::abs, {a});
}

Id Graph::select(Id condition, Id a, Id b) {
  if (is_number(condition)) return value(condition) != 0 ? a : b;
  if (a == b) return a;
  return make(Op::select, {condition, a, b});
}

Id Graph::logsumexp(std::span<const Id> a) {
  std::vector<Id> terms;
  for (const Id each : a) {
    const auto inner = operands(each);
    if (op(each) == Op::logsumexp && terms.size() + inner.size() <= most_terms)
      terms.insert(terms.end(), inner.begin(), inner.end());
    else
      terms.push_back(each);
  }
  return terms.size() == 1 ? terms[0] : call(Op::logsumexp, terms);
}

Id Graph::over(Op over, int low, int high, std::span<const Id> operands) {
  return intern({.op = over, .low = low, .high = high}, operands);
}

Id Graph::call(Op called, std::span<const Id> operands) {
  if ((called == Op::min || called == Op::max) && operands[0] == operands[1]) return operands[0];
  if (!all_numbers(operands) || called == Op::softmax_mean) return intern({.op = called}, operands);
  std::vector<double> values;
  for (const Id operand : operands) values.push_back(value(operand));
  return computed(value_of(called, values, 0), operands);
}

std::vector<Id> Graph::needed(std::span<const Id> roots) const {
  std::vector<bool> used(size());
  for (const Id root : roots) used[static_cast<std::size_t>(root)] = true;
  std::vector<Id> ids;
  for (Id id = static_cast<Id>(size()) - 1; id >= 0; --id) {
    if (!used[static_cast<std::size_t>(id)]) continue;
    ids.push_back(id);
    for (const Id operand : operands(id)) used[static_cast<std::size_t>(operand)] = true;
  }
  std::ranges::reverse(ids);
  return ids;
}

}  // namespace ergo::formula
