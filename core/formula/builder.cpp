#include "core/formula/builder.h"

#include <cmath>
#include <map>
#include <numbers>

#include "core/base/number_text.h"
#include "core/expression/logarithm.h"
#include "core/expression/mistake.h"

namespace ergo::formula {
namespace {

const std::map<std::string, Op, std::less<>> plain_functions = {
    {"sqrt", Op::sqrt}, {"sin", Op::sin},     {"cos", Op::cos},     {"tan", Op::tan},   {"asin", Op::asin},
    {"acos", Op::acos}, {"atan", Op::atan},   {"sinh", Op::sinh},   {"cosh", Op::cosh}, {"tanh", Op::tanh},
    {"erf", Op::erf},   {"sign", Op::sign},   {"floor", Op::floor}, {"exp", Op::exp},   {"atan2", Op::atan2},
    {"mod", Op::mod},   {"expm1", Op::expm1}, {"log1p", Op::log1p}};

const std::map<std::string, Op, std::less<>> comparisons = {
    {"<", Op::less}, {"<=", Op::less_equal}, {"==", Op::equal}, {"!=", Op::unequal}};

constexpr int most_steps = 200'000;  ///< expressions made, those that a sum makes anew for each term included

class Builder {
 public:
  explicit Builder(Graph& graph) : g_(graph), log_(graph) {
    values_ = {{"x", g_.x()},
               {"y", g_.y()},
               {"pi", g_.number(std::numbers::pi)},
               {"inf", g_.number(std::numeric_limits<double>::infinity())}};
  }

  Meaning run(const SyntaxTree& tree) {
    for (const Statement& statement : tree.statements) {
      if (statement.kind == StatementKind::slider)
        add_slider(statement);
      else if (statement.kind == StatementKind::definition)
        meaning_.definitions.emplace_back(statement.name, values_[statement.name] = built(statement.value));
      else
        meaning_.energy = energy(statement);
    }
    return std::move(meaning_);
  }

 private:
  Id energy(const Statement& density) {
    const Id value = built(density.value);
    g_.place = meaning_.place = density.place;
    if (density.kind == StatementKind::energy) return value;
    return g_.negate(density.kind == StatementKind::log_density ? value : log_.of_density(value));
  }

  // --- sliders ---
  double constant(const Syntax& syntax, const std::string& what) {
    const Id value = built(syntax);
    if (!g_.is_number(value) || !std::isfinite(g_[value].value))
      throw Mistake{syntax.place, what + " must be a constant", "", "numbers, without x, y and sliders"};
    return g_[value].value;
  }

  void add_slider(const Statement& statement) {
    const auto& parts = statement.value.parts;
    Slider made{statement.name, constant(parts[0], "the initial value"), constant(parts[1], "the lower end"),
                constant(parts[2], "the upper end"), statement.logarithmic};
    const std::string range = number_text(made.low) + " to " + number_text(made.high);
    if (!(made.low < made.high))
      throw Mistake{parts[2].place, "the slider's range is empty:", range, "a lower end below the upper end"};
    if (made.logarithmic && made.low <= 0)
      throw Mistake{parts[1].place, "a log scale cannot begin at", number_text(made.low),
                    "a lower end above 0"};
    if (made.initial < made.low || made.initial > made.high)
      throw Mistake{parts[0].place, "the initial value is outside the range:", number_text(made.initial),
                    range};
    const int which = static_cast<int>(meaning_.sliders.size());
    values_[made.id] = g_.slider(which, {made.low, made.high});
    meaning_.sliders.push_back(std::move(made));
  }

  // --- expressions ---
  Id built(const Syntax& syntax) {
    if (++steps_ > most_steps)
      throw Mistake{syntax.place,
                    "the formula's sums grow beyond " + std::to_string(most_steps) + " operations"};
    switch (syntax.form) {
      case Form::number:
        return g_.number(syntax.value);
      case Form::name:
        return values_.find(syntax.name)->second;
      case Form::chain:
        return chain(syntax);
      case Form::compare:
        return compared(syntax);
      case Form::either:
        return conditions(syntax, Op::either);
      case Form::both:
        return conditions(syntax, Op::both);
      case Form::negation:
        return g_.call(Op::negation, {{built(syntax.parts[0])}});
      case Form::negative:
        return g_.negate(built(syntax.parts[0]));
      case Form::power: {
        const Id base = built(syntax.parts[0]), exponent = built(syntax.parts[1]);
        g_.place = syntax.operators[0].place;
        return g_.power(base, exponent);
      }
      case Form::call:
        return called(syntax);
      case Form::series:
        return series(syntax);
    }
    return 0;
  }

  Id chain(const Syntax& syntax) {
    Id total = built(syntax.parts[0]);
    for (std::size_t k = 0; k < syntax.operators.size(); ++k) {
      const Id next = built(syntax.parts[k + 1]);
      g_.place = syntax.operators[k].place;
      switch (syntax.operators[k].sign[0]) {
        case '+':
          total = g_.add(total, next);
          break;
        case '-':
          total = g_.subtract(total, next);
          break;
        case '*':
          total = g_.multiply(total, next);
          break;
        default:
          total = g_.divide(total, next);
      }
    }
    return total;
  }

  Id compared(const Syntax& syntax) {
    Id left = built(syntax.parts[0]), all = -1;
    for (std::size_t k = 0; k < syntax.operators.size(); ++k) {
      const Id right = built(syntax.parts[k + 1]);
      const std::string& sign = syntax.operators[k].sign;
      g_.place = syntax.operators[k].place;
      const bool greater = sign[0] == '>';
      const Op op = comparisons.find(sign == ">" ? "<" : sign == ">=" ? "<=" : sign)->second;
      const Id holds = greater ? g_.call(op, {{right, left}}) : g_.call(op, {{left, right}});
      all = all < 0 ? holds : g_.call(Op::both, {{all, holds}});
      left = right;
    }
    return all;
  }

  Id conditions(const Syntax& syntax, Op op) {
    Id all = built(syntax.parts[0]);
    for (std::size_t k = 1; k < syntax.parts.size(); ++k) {
      const Id next = built(syntax.parts[k]);
      all = g_.call(op, {{all, next}});
    }
    return all;
  }

  // --- functions ---
  Id called(const Syntax& syntax) {
    if (syntax.name == "if") return chosen(syntax);
    std::vector<Id> a;
    for (const Syntax& part : syntax.parts) a.push_back(built(part));
    g_.place = syntax.place;
    const std::string& name = syntax.name;
    if (const auto plain = plain_functions.find(name); plain != plain_functions.end())
      return g_.call(plain->second, a);
    if (name == "abs") return g_.abs(a[0]);
    if (name == "log") return log_.of(a[0]);
    if (name == "hypot") return hypot(a[0], a[1]);
    if (name == "normal") return normal(a[0], a[1], a[2]);
    if (name == "logsumexp") return g_.logsumexp(a);
    Id result = a[0];
    for (std::size_t k = 1; k < a.size(); ++k)
      result = g_.call(name == "min" ? Op::min : Op::max, {{result, a[k]}});
    return result;
  }

  /// Of constant conditions, as those of a sum's index are, the other choice is not made: it may be 1/0.
  Id chosen(const Syntax& syntax) {
    const Id condition = built(syntax.parts[0]);
    if (g_.is_number(condition)) return built(syntax.parts[g_[condition].value != 0 ? 1 : 2]);
    const Id then = built(syntax.parts[1]), otherwise = built(syntax.parts[2]);
    return g_.select(condition, then, otherwise);
  }

  Id hypot(Id a, Id b) {
    const Id square = g_.power(a, g_.number(2)), other = g_.power(b, g_.number(2));
    return g_.sqrt(g_.add(square, other));
  }

  /// e^{-z^2/2}/(sqrt(2 pi) sd), z = (x - mean)/sd
  Id normal(Id x, Id mean, Id sd) {
    const Id z = g_.divide(g_.subtract(x, mean), sd);
    const Id bell = g_.exp(g_.multiply(g_.number(-0.5), g_.power(z, g_.number(2))));
    return g_.divide(bell, g_.multiply(g_.number(std::sqrt(2 * std::numbers::pi)), sd));
  }

  // --- sums and products ---
  int end(const Syntax& syntax) {
    const double value = constant(syntax, "an end of a sum or product");
    if (value != std::floor(value) || std::abs(value) > 1e6)
      throw Mistake{syntax.place, "an end of a sum or product is no whole number:", number_text(value),
                    "whole numbers from -1000000 to 1000000"};
    return static_cast<int>(value);
  }

  Id series(const Syntax& syntax) {
    const int low = end(syntax.parts[0]), high = end(syntax.parts[1]), terms = high - low + 1;
    if (terms < 1 || terms * terms_around_ > most_terms)
      throw Mistake{syntax.parts[1].place,
                    syntax.name + " has no legal number of terms:", std::to_string(terms),
                    "1 to " + std::to_string(most_terms) + ", those of nested sums and products multiplied"};
    terms_around_ *= terms;
    const Id result = terms <= most_unrolled ? unrolled(syntax, low, high) : in_loop(syntax, low, high);
    terms_around_ /= terms;
    return result;
  }

  Id unrolled(const Syntax& syntax, int low, int high) {
    const bool is_sum = syntax.name == "sum";
    Id result = -1;
    for (int k = low; k <= high; ++k) {
      const Id term = term_at(syntax, g_.number(k));
      g_.place = syntax.place;
      result = result < 0 ? term : is_sum ? g_.add(result, term) : g_.multiply(result, term);
    }
    return result;
  }

  Id term_at(const Syntax& syntax, Id index) {
    values_[syntax.index] = index;
    const Id term = built(syntax.parts[2]);
    values_.erase(syntax.index);
    return term;
  }

  Id in_loop(const Syntax& syntax, int low, int high) {
    const bool is_sum = syntax.name == "sum";
    const Id term = term_at(syntax, g_.index(low, high));
    if (!g_.depends(term, on_position | on_slider)) return unrolled(syntax, low, high);
    g_.place = syntax.place;
    if (g_.depends(term, on_index))
      return g_.over(is_sum ? Op::sum_over : Op::product_over, low, high, {{term}});
    const Id count = g_.number(high - low + 1);
    return is_sum ? g_.multiply(count, term) : g_.power(term, count);
  }

  Graph& g_;
  Logarithm log_;
  std::map<std::string, Id, std::less<>> values_;
  int terms_around_ = 1;  ///< of the sums around what is being made, multiplied
  int steps_ = 0;
  Meaning meaning_;
};

}  // namespace

Meaning build(Graph& graph, const SyntaxTree& tree) { return Builder(graph).run(tree); }

}  // namespace ergo::formula
