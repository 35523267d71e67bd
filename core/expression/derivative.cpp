#include "core/expression/derivative.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ergo::formula {
namespace {

class Derivative {
 public:
  Derivative(Graph& graph, Id coordinate) : g_(graph), coordinate_(coordinate) {}

  Id of(Id root) {
    const std::vector<Id> ids = g_.needed({{root}});
    of_.assign(static_cast<std::size_t>(root) + 1, g_.number(0));
    for (const Id id : ids)
      if (g_.depends(id, on_position)) of_[static_cast<std::size_t>(id)] = rule(id);
    return d(root);
  }

 private:
  Id d(Id id) const { return of_[static_cast<std::size_t>(id)]; }
  Id number(double value) { return g_.number(value); }
  Id times(double factor, Id a) { return g_.multiply(number(factor), a); }
  Id a(Id id) const { return g_.operand(id, 0); }
  Id b(Id id) const { return g_.operand(id, 1); }

  /// a where the condition holds, else 0.
  Id where(Id condition, Id value) { return g_.select(condition, value, number(0)); }

  Id rule(Id id) {
    switch (g_[id].op) {
      case Op::x:
      case Op::y:
        return number(id == coordinate_ ? 1 : 0);
      case Op::add:
        return g_.add(d(a(id)), d(b(id)));
      case Op::subtract:
        return g_.subtract(d(a(id)), d(b(id)));
      case Op::multiply:
        return g_.add(g_.multiply(d(a(id)), b(id)), g_.multiply(a(id), d(b(id))));
      case Op::divide:
        return of_quotient(id);
      case Op::negate:
        return g_.negate(d(a(id)));
      case Op::power: {
        const double n = g_[id].value;
        return g_.multiply(times(n, g_.power(a(id), number(n - 1))), d(a(id)));
      }
      case Op::general_power:
        return of_power(id);
      case Op::min:
        return g_.select(g_.less(b(id), a(id)), d(b(id)), d(a(id)));
      case Op::max:
        return g_.select(g_.less(a(id), b(id)), d(b(id)), d(a(id)));
      case Op::atan2:
        return of_atan2(id);
      case Op::mod: {  // a - b floor(a/b)
        const Id turns = g_.call(Op::floor, {{g_.divide(a(id), b(id))}});
        return g_.subtract(d(a(id)), g_.multiply(turns, d(b(id))));
      }
      case Op::select:
        return g_.select(a(id), d(b(id)), d(g_.operand(id, 2)));
      case Op::logsumexp:
        return of_logsumexp(id);
      case Op::sum_over:
        return over_index(Op::sum_over, id, {d(a(id))});
      case Op::product_over:
        return over_index(Op::product_slope_over, id, {a(id), d(a(id))});
      case Op::logsumexp_over:
        return over_index(Op::softmax_mean_over, id, {id, d(a(id))});
      default:
        return of_function(id);
    }
  }

  /// (a/b)' = (a' - (a/b) b')/b
  Id of_quotient(Id id) {
    const Id numerator = g_.subtract(d(a(id)), g_.multiply(id, d(b(id))));
    return g_.divide(numerator, b(id));
  }

  /// (a^b)' = b a^{b-1} a' for a constant b, else a^b (b' log a + b a'/a).
  Id of_power(Id id) {
    const Id base = a(id), exponent = b(id);
    if (g_.depends(exponent, on_position)) {
      const Id by_base = g_.divide(g_.multiply(exponent, d(base)), base);
      const Id slope = g_.multiply(id, g_.add(g_.multiply(d(exponent), g_.log(base)), by_base));
      return g_.positive(base) ? slope : where(g_.less(number(0), base), slope);
    }
    const Id less = g_.subtract(exponent, number(1));
    const Id slope = g_.multiply(g_.multiply(exponent, g_.power(base, less)), d(base));
    if (g_.nonnegative(less) || g_.positive(base)) return slope;
    return where(g_.call(Op::unequal, {{base, number(0)}}), slope);
  }

  Id of_atan2(Id id) {
    const Id y = a(id), x = b(id);
    const Id square = g_.add(g_.power(x, number(2)), g_.power(y, number(2)));
    const Id turn = g_.subtract(g_.multiply(x, d(y)), g_.multiply(y, d(x)));
    return where(g_.less(number(0), square), g_.divide(turn, square));
  }

  /// The mean slope, or minus the mean of the opposite slopes where that spares their signs.
  Id of_logsumexp(Id id) {
    std::vector<Id> slopes;
    for (const Id each : std::vector(g_.operands(id).begin(), g_.operands(id).end()))
      slopes.push_back(d(each));
    if (std::ranges::count(slopes, slopes[0]) == std::ssize(slopes)) return slopes[0];
    const auto negative = [this](Id slope) { return g_[slope].op == Op::negate; };
    const auto either = [&](Id slope) {
      return negative(slope) || g_[slope].op == Op::subtract || g_.is_number(slope);
    };
    const bool all_opposite = std::ranges::all_of(slopes, either) && std::ranges::any_of(slopes, negative);
    std::vector<Id> parts = {id};
    for (const Id slope : slopes) parts.push_back(all_opposite ? g_.negate(slope) : slope);
    const Id mean = g_.call(Op::softmax_mean, parts);
    return all_opposite ? g_.negate(mean) : mean;
  }

  /// Of the slope of the terms, the last operand.
  Id over_index(Op op, Id id, std::vector<Id> operands) {
    const Id slope = operands.back();
    if (g_.is_number(slope, 0)) return slope;
    const bool opposite = g_[slope].op == Op::negate;
    if (opposite) operands.back() = g_.negate(slope);
    const Id result = g_.over(op, g_[id].low, g_[id].high, operands);
    return opposite ? g_.negate(result) : result;
  }

  Id of_function(Id id) {
    const Id slope = d(a(id));
    if (g_.is_number(slope, 0)) return slope;
    return chained(id, a(id), slope);
  }

  /// f(u)' = f'(u) u'
  Id chained(Id id, Id u, Id slope) {
    const auto one_minus_square = [&] {
      return g_.multiply(g_.subtract(number(1), u), g_.add(number(1), u));
    };
    switch (g_[id].op) {
      case Op::sqrt: {
        const Id root_slope = g_.divide(times(0.5, slope), id);
        return g_.positive(u) ? root_slope : where(g_.less(number(0), u), root_slope);
      }
      case Op::exp:
        return g_.multiply(id, slope);
      case Op::log:
        return g_.divide(slope, u);
      case Op::expm1:
        return g_.multiply(g_.exp(u), slope);
      case Op::log1p:
        return g_.divide(slope, g_.add(number(1), u));
      case Op::sin:
        return g_.multiply(g_.call(Op::cos, {{u}}), slope);
      case Op::cos:
        return g_.negate(g_.multiply(g_.call(Op::sin, {{u}}), slope));
      case Op::tan:
        return g_.multiply(g_.add(number(1), g_.power(id, number(2))), slope);
      case Op::asin:
        return g_.divide(slope, g_.sqrt(one_minus_square()));
      case Op::acos:
        return g_.negate(g_.divide(slope, g_.sqrt(one_minus_square())));
      case Op::atan:
        return g_.divide(slope, g_.add(number(1), g_.power(u, number(2))));
      case Op::sinh:
        return g_.multiply(g_.call(Op::cosh, {{u}}), slope);
      case Op::cosh:
        return g_.multiply(g_.call(Op::sinh, {{u}}), slope);
      case Op::tanh:
        return g_.divide(slope, g_.power(g_.call(Op::cosh, {{u}}), number(2)));
      case Op::erf: {
        const Id bell = g_.exp(g_.negate(g_.power(u, number(2))));
        return g_.multiply(times(2 * std::numbers::inv_sqrtpi, bell), slope);
      }
      case Op::abs:
        return g_.multiply(g_.call(Op::sign, {{u}}), slope);
      default:
        return number(0);  // sign, floor and conditions
    }
  }

  Graph& g_;
  Id coordinate_;
  std::vector<Id> of_;  ///< of every node up to the root
};

}  // namespace

Id derivative(Graph& graph, Id node, Id coordinate) { return Derivative(graph, coordinate).of(node); }

}  // namespace ergo::formula
