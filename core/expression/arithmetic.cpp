#include "core/expression/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ergo::formula {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double log_sum_exp(std::span<const double> a) {
  const double largest = std::ranges::max(a);
  if (std::isinf(largest)) return largest;
  double sum = 0;
  for (const double each : a) sum += std::exp(each - largest);
  return largest + std::log(sum);
}

/// Anything where the ends are not numbers.
Interval from(double low, double high) { return low <= high ? Interval{low, high} : Interval{}; }

Interval hull(std::initializer_list<double> ends) {
  for (const double end : ends)
    if (std::isnan(end)) return {};
  return {std::min(ends), std::max(ends)};
}

bool is_zero(const Interval& a) { return a.low == 0 && a.high == 0; }

Interval product(const Interval& a, const Interval& b) {
  if (is_zero(a) || is_zero(b)) return {0, 0};
  const auto times = [](double s, double t) { return s == 0 || t == 0 ? 0 : s * t; };
  return hull({times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
}

Interval reciprocal(const Interval& b) {
  if (b.low > 0 || b.high < 0) return from(1 / b.high, 1 / b.low);
  if (b.low == 0) return {b.high > 0 ? 1 / b.high : -infinite, infinite};
  if (b.high == 0) return {-infinite, 1 / b.low};
  return {};
}

Interval magnitude(const Interval& a) {
  const double far = std::max(std::abs(a.low), std::abs(a.high));
  return {a.low > 0 ? a.low : a.high < 0 ? -a.high : 0, far};
}

Interval whole_power(const Interval& a, double exponent) {
  const double n = std::abs(exponent);
  const bool even = std::fmod(n, 2) == 0;
  const Interval base = even ? magnitude(a) : a;
  const Interval raised = from(std::pow(base.low, n), std::pow(base.high, n));
  return exponent > 0 ? raised : reciprocal(raised);
}

Interval increasing(double (*f)(double), const Interval& a) { return from(f(a.low), f(a.high)); }

Interval of_function(Op op, const Interval& a) {
  switch (op) {
    case Op::sqrt:
      return from(std::sqrt(std::max(a.low, 0.0)), std::sqrt(std::max(a.high, 0.0)));
    case Op::exp:
      return increasing(std::exp, a);
    case Op::log:
      return from(std::log(std::max(a.low, 0.0)), std::log(std::max(a.high, 0.0)));
    case Op::expm1:
      return increasing(std::expm1, a);
    case Op::log1p:
      return from(std::log1p(std::max(a.low, -1.0)), std::log1p(std::max(a.high, -1.0)));
    case Op::sin:
    case Op::cos:
      return {-1, 1};
    case Op::asin:
    case Op::atan:
      return {-std::numbers::pi / 2, std::numbers::pi / 2};
    case Op::acos:
      return {0, std::numbers::pi};
    case Op::sinh:
      return increasing(std::sinh, a);
    case Op::cosh:
      return {1, infinite};
    case Op::tanh:
      return increasing(std::tanh, a);
    case Op::erf:
      return increasing(std::erf, a);
    case Op::abs:
      return magnitude(a);
    case Op::sign:
      return {a.low > 0 ? 1.0 : a.low == 0 ? 0.0 : -1.0, a.high < 0 ? -1.0 : a.high == 0 ? 0.0 : 1.0};
    case Op::floor:
      return increasing(std::floor, a);
    default:
      return {};
  }
}

}  // namespace

double value_of(Op op, std::span<const double> v, double exponent) {
  const double a = v[0], b = v.size() > 1 ? v[1] : 0;
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::negate:
      return -a;
    case Op::power:
      return std::pow(a, exponent);
    case Op::general_power:
      return std::pow(a, b);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::expm1:
      return std::expm1(a);
    case Op::log1p:
      return std::log1p(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::erf:
      return std::erf(a);
    case Op::abs:
      return std::abs(a);
    case Op::sign:
      return (a > 0) - (a < 0);
    case Op::floor:
      return std::floor(a);
    case Op::atan2:
      return a == 0 && b == 0 ? 0 : std::atan2(a, b);
    case Op::mod:
      return a - b * std::floor(a / b);
    case Op::min:
      return std::min(a, b);
    case Op::max:
      return std::max(a, b);
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::equal:
      return a == b;
    case Op::unequal:
      return a != b;
    case Op::both:
      return a != 0 && b != 0;
    case Op::either:
      return a != 0 || b != 0;
    case Op::negation:
      return a == 0;
    case Op::select:
      return a != 0 ? b : v[2];
    case Op::logsumexp:
      return log_sum_exp(v);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

Interval bounds_of(const Node& node, std::span<const Interval> operands) {
  const Interval a = operands[0], b = operands.size() > 1 ? operands[1] : Interval{};
  switch (node.op) {
    case Op::add:
      return from(a.low + b.low, a.high + b.high);
    case Op::subtract:
      return from(a.low - b.high, a.high - b.low);
    case Op::multiply:
      return product(a, b);
    case Op::divide:
      return product(a, reciprocal(b));
    case Op::negate:
      return {-a.high, -a.low};
    case Op::power:
      return whole_power(a, node.value);
    case Op::general_power:
      return a.low >= 0 ? Interval{0, infinite} : Interval{};
    case Op::min:
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::max:
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::unequal:
    case Op::both:
    case Op::either:
    case Op::negation:
      return {0, 1};
    case Op::select:
      return {std::min(b.low, operands[2].low), std::max(b.high, operands[2].high)};
    case Op::sum_over: {
      const double terms = node.high - node.low + 1;
      return product(a, {terms, terms});
    }
    case Op::product_over:
      return a.low >= 0 ? Interval{0, infinite} : Interval{};
    default:
      return of_function(node.op, a);
  }
}

}  // namespace ergo::formula
