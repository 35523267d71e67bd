#include "core/formula/printer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/number_text.h"
#include "core/formula/parsed.h"

namespace ergo::formula {
namespace {

/// How tightly a piece of text holds together, from loose to tight.
enum class Hold { either, both, negation, compare, sum, product, negative, power, atom };

struct Piece {
  std::string text;
  Hold hold = Hold::atom;
};

constexpr int tallest = 30;  ///< of an expression without a name of its own

const std::map<Op, const char*> function_words = {
    {Op::sqrt, "sqrt"},   {Op::exp, "exp"},     {Op::log, "log"},     {Op::expm1, "expm1"},
    {Op::log1p, "log1p"}, {Op::sin, "sin"},     {Op::cos, "cos"},     {Op::tan, "tan"},
    {Op::asin, "asin"},   {Op::acos, "acos"},   {Op::atan, "atan"},   {Op::sinh, "sinh"},
    {Op::cosh, "cosh"},   {Op::tanh, "tanh"},   {Op::abs, "abs"},     {Op::erf, "erf"},
    {Op::sign, "sign"},   {Op::floor, "floor"}, {Op::atan2, "atan2"}, {Op::mod, "mod"},
    {Op::min, "min"},     {Op::max, "max"},     {Op::select, "if"},   {Op::logsumexp, "logsumexp"}};

class Printer {
 public:
  explicit Printer(const Parsed& parsed)
      : parsed_(parsed), g_(parsed.graph), uses_(g_.size()), height_(g_.size()) {
    for (const Slider& slider : parsed.meaning.sliders) taken_.insert(slider.id);
    for (const auto& [name, id] : parsed.meaning.definitions) {
      given_.emplace(id, name);
      taken_.insert(name);
    }
  }

  std::string run(Id root) {
    const std::vector<Id> ids = g_.needed({{root}});
    for (const Id id : ids) count_uses(id);
    loops_ = std::ranges::count_if(ids, [this](Id id) { return is_over_index(g_[id].op); });
    std::string text = sliders();
    for (const Id id : ids)
      if (id != root && wants_name(id)) text += name_for(id);
    return text + "E = " + piece(root).text;
  }

 private:
  int& uses(Id id) { return uses_[static_cast<std::size_t>(id)]; }
  int& height(Id id) { return height_[static_cast<std::size_t>(id)]; }

  /// A softmax_mean is written with exponentials of its logsumexp, once for each term.
  void count_uses(Id id) {
    const bool mean = g_[id].op == Op::softmax_mean || g_[id].op == Op::softmax_mean_over;
    for (const Id operand : g_.operands(id)) {
      uses(operand) += mean ? 2 : 1;
      if (mean && operand == g_.operand(id, 0))
        for (const Id exponent : g_.operands(operand)) ++uses(exponent);
    }
  }

  bool is_short(Id id) const {
    const Op op = g_[id].op;
    if (g_.operands(id).empty()) return true;
    return (op == Op::negate || op == Op::power) && g_.operands(g_.operand(id, 0)).empty();
  }

  /// What changes with an index has no name outside of its sum.
  bool wants_name(Id id) {
    for (const Id operand : g_.operands(id)) height(id) = std::max(height(id), height(operand) + 1);
    if (is_short(id) || g_.depends(id, on_index)) return false;
    const bool in_another_loop = loops_ > 1 && is_over_index(g_[id].op);
    const bool named = uses(id) > 1 || height(id) >= tallest || given_.contains(id) || in_another_loop;
    if (named) height(id) = 0;
    return named;
  }

  std::string name_for(Id id) {
    const std::string text = piece(id).text;
    const auto given = given_.find(id);
    std::string name = given == given_.end() ? "" : given->second;
    while (name.empty() || (given == given_.end() && taken_.contains(name)))
      name.assign(1, 'u').append(std::to_string(++named_));
    taken_.insert(name);
    names_[id] = name;
    return name + " = " + text + "\n";
  }

  std::string sliders() const {
    std::string text;
    for (const Slider& s : parsed_.meaning.sliders)
      text += s.id + " = slider(" + number_text(s.initial) + ", " + number_text(s.low) + ", " +
              number_text(s.high) + (s.logarithmic ? ", log)\n" : ")\n");
    return text;
  }

  std::string index() const {
    std::string name = "k";
    for (int k = 1; taken_.contains(name); ++k) name.assign(1, 'k').append(std::to_string(k));
    return name;
  }

  // --- expressions ---
  static std::string within(const Piece& piece, Hold needed) {
    return piece.hold < needed ? "(" + piece.text + ")" : piece.text;
  }

  std::string part(Id id, Hold needed) { return within(piece(id), needed); }

  /// a sign b, where both hold at least so tightly.
  Piece joined(Id id, const std::string& sign, Hold hold, Hold of_left, Hold of_right) {
    return {part(g_.operand(id, 0), of_left) + sign + part(g_.operand(id, 1), of_right), hold};
  }

  Piece call(const std::string& name, Id id) {
    std::string text = name + "(";
    for (const Id operand : g_.operands(id)) text += (text.back() == '(' ? "" : ", ") + piece(operand).text;
    return {text + ")"};
  }

  static Piece number(double value) {
    if (std::isinf(value)) return {value > 0 ? "inf" : "-inf", value > 0 ? Hold::atom : Hold::negative};
    return {number_text(value), value < 0 ? Hold::negative : Hold::atom};
  }

  /// Two numbers stay apart where their product would be infinite.
  Piece product(Id id) {
    const Id right = g_.operand(id, 1);
    const bool apart =
        g_[right].op == Op::multiply && g_.is_number(g_.operand(id, 0)) && g_.is_number(g_.operand(right, 0));
    return joined(id, "*", Hold::product, Hold::product, apart ? Hold::power : Hold::product);
  }

  Piece compared(Id id, const std::string& sign) {
    return joined(id, sign, Hold::compare, Hold::sum, Hold::sum);
  }

  Piece power(Id id, const Piece& exponent) {
    return {part(g_.operand(id, 0), Hold::atom) + "^" + within(exponent, Hold::atom), Hold::power};
  }

  Piece piece(Id id) {
    if (const auto name = names_.find(id); name != names_.end()) return {name->second};
    const Node& node = g_[id];
    switch (node.op) {
      case Op::number:
        return number(node.value);
      case Op::x:
        return {"x"};
      case Op::y:
        return {"y"};
      case Op::slider:
        return {parsed_.meaning.sliders[static_cast<std::size_t>(node.value)].id};
      case Op::index:
        return {index()};
      case Op::add:
        return joined(id, " + ", Hold::sum, Hold::sum, Hold::sum);
      case Op::subtract:
        return joined(id, " - ", Hold::sum, Hold::sum, Hold::product);
      case Op::multiply:
        return product(id);
      case Op::divide:
        return joined(id, "/", Hold::product, Hold::product, Hold::power);
      case Op::negate:
        return {std::string("-") + part(g_.operand(id, 0), Hold::product), Hold::negative};
      case Op::power:
        return power(id, number(node.value));
      case Op::general_power:
        return power(id, piece(g_.operand(id, 1)));
      case Op::less:
        return compared(id, " < ");
      case Op::less_equal:
        return compared(id, " <= ");
      case Op::equal:
        return compared(id, " == ");
      case Op::unequal:
        return compared(id, " != ");
      case Op::both:
        return joined(id, " and ", Hold::both, Hold::both, Hold::negation);
      case Op::either:
        return joined(id, " or ", Hold::either, Hold::either, Hold::both);
      case Op::negation:
        return {std::string("not ") + part(g_.operand(id, 0), Hold::negation), Hold::negation};
      case Op::softmax_mean:
        return softmax_mean(id);
      default:
        return is_over_index(node.op) ? over(id) : call(function_words.at(node.op), id);
    }
  }

  /// e^{a - L} b
  std::string weighted(Id exponent, Id logsumexp, Id factor) {
    const std::string weight =
        "exp(" + part(exponent, Hold::sum) + " - " + part(logsumexp, Hold::product) + ")";
    return g_.is_number(factor, 1) ? weight : weight + "*" + part(factor, Hold::product);
  }

  Piece softmax_mean(Id id) {
    const Id of = g_.operand(id, 0);
    std::string text;
    for (std::size_t k = 0; k < g_.operands(of).size(); ++k) {
      const Id factor = g_.operand(id, k + 1);
      if (!g_.is_number(factor, 0))
        text += (text.empty() ? "" : " + ") + weighted(g_.operand(of, k), of, factor);
    }
    return {text, Hold::sum};
  }

  std::string series(const std::string& name, Id id, const std::string& term) const {
    const Node& node = g_[id];
    return name + "(" + index() + ", " + number_text(node.low) + ", " + number_text(node.high) + ", " + term +
           ")";
  }

  Piece over(Id id) {
    const Id first = g_.operand(id, 0);
    switch (g_[id].op) {
      case Op::sum_over:
        return {series("sum", id, piece(first).text)};
      case Op::product_over:
        return {series("prod", id, piece(first).text)};
      case Op::logsumexp_over:
        return {"log(" + series("sum", id, "exp(" + piece(first).text + ")") + ")"};
      case Op::softmax_mean_over:
        return {series("sum", id, weighted(g_.operand(first, 0), first, g_.operand(id, 1)))};
      default: {
        const std::string slopes = part(g_.operand(id, 1), Hold::product) + "/" + part(first, Hold::power);
        return {series("prod", id, piece(first).text) + "*" + series("sum", id, slopes), Hold::product};
      }
    }
  }

  const Parsed& parsed_;
  const Graph& g_;
  std::vector<int> uses_, height_;   ///< by node
  std::map<Id, std::string> given_;  ///< by the text
  std::map<Id, std::string> names_;  ///< written so far
  std::set<std::string> taken_;
  int named_ = 0;
  std::ptrdiff_t loops_ = 0;
};

}  // namespace

std::string energy_text(const Formula& formula) {
  return Printer(formula.parsed()).run(formula.parsed().meaning.energy);
}
std::string dx_text(const Formula& formula) { return Printer(formula.parsed()).run(formula.parsed().dx); }
std::string dy_text(const Formula& formula) { return Printer(formula.parsed()).run(formula.parsed().dy); }

}  // namespace ergo::formula
