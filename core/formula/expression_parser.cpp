#include "core/formula/expression_parser.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/formula/words.h"

namespace ergo::formula {
namespace {

Syntax raised(std::size_t place, std::size_t sign, Syntax base, Syntax exponent) {
  Syntax made{.form = Form::power, .place = place, .operators = {{"^", sign}}};
  made.parts.push_back(std::move(base));
  made.parts.push_back(std::move(exponent));
  return made;
}

}  // namespace

/// Counts how deep expressions are nested.
class ExpressionParser::Deeper {
 public:
  explicit Deeper(ExpressionParser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting)
      throw Mistake{parser_.words_.next().place,
                    "nested more than " + std::to_string(deepest_nesting) + " deep"};
  }
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;

 private:
  ExpressionParser& parser_;
};

void ExpressionParser::check_new_name(const Token& name) const {
  if (values_.contains(name.text))
    throw Mistake{name.place, "a second meaning of", name.text, "another name"};
  if (is_reserved(name.text)) throw Mistake{name.place, "reserved name", name.text, "another name"};
}

void ExpressionParser::define(const Token& name) {
  check_new_name(name);
  values_.insert(name.text);
}

// --- from loose to tight ---

Syntax ExpressionParser::expression() {
  const Deeper deeper(*this);
  return joined("or", Form::either, [this] { return conjunction(); });
}

Syntax ExpressionParser::conjunction() {
  return joined("and", Form::both, [this] { return negation(); });
}

template <class Part>
Syntax ExpressionParser::joined(std::string_view word, Form form, Part part) {
  Syntax first = part();
  if (!words_.is(word)) return first;
  Syntax all{.form = form, .place = first.place};
  all.parts.push_back(std::move(first));
  while (words_.take(word)) all.parts.push_back(part());
  return all;
}

Syntax ExpressionParser::negation() {
  if (!words_.is("not"))
    return chained(Form::compare, {"<", "<=", ">", ">=", "==", "!="}, &ExpressionParser::sum);
  const Deeper deeper(*this);
  Syntax made{.form = Form::negation, .place = words_.next().place};
  words_.skip();
  made.parts.push_back(negation());
  return made;
}

Syntax ExpressionParser::chained(Form form, std::initializer_list<std::string_view> signs,
                                 Syntax (ExpressionParser::*part)()) {
  Syntax first = (this->*part)();
  Syntax all{.form = form, .place = first.place};
  for (;;) {
    if (over_lines_ && form == Form::chain && words_.next().text == "\n" && words_.is("-", 1)) words_.skip();
    const Token& sign = words_.next();
    if (sign.kind != TokenKind::symbol || std::ranges::find(signs, sign.text) == signs.end()) break;
    all.operators.push_back({sign.text, sign.place});
    words_.skip();
    if (all.parts.empty()) all.parts.push_back(std::move(first));
    all.parts.push_back((this->*part)());
  }
  return all.parts.empty() ? std::move(first) : std::move(all);
}

Syntax ExpressionParser::sum() { return chained(Form::chain, {"+", "-"}, &ExpressionParser::product); }

Syntax ExpressionParser::product() {
  Syntax first = factor();
  Syntax all{.form = Form::chain, .place = first.place};
  for (;;) {
    const bool divides = words_.is("/"), signless = !divides && !words_.is("*");
    if (signless && !begins_factor()) break;
    all.operators.push_back({divides ? "/" : "*", words_.next().place});
    if (!signless) words_.skip();
    if (all.parts.empty()) all.parts.push_back(std::move(first));
    all.parts.push_back(factor());
  }
  return all.parts.empty() ? std::move(first) : std::move(all);
}

/// Whether an operand begins here that multiplies the one before it.
bool ExpressionParser::begins_factor() const {
  const Token& t = words_.next();
  if (t.kind == TokenKind::name) return t.text != "and" && t.text != "or" && t.text != "not";
  for (const std::string_view sign : {"(", "[", "{", "√", "\\frac"})
    if (words_.is(sign)) return true;
  return words_.is("|") && bars_ == 0;
}

Syntax ExpressionParser::factor() {
  if (!words_.is("-") && !words_.is("+")) return power();
  const Deeper deeper(*this);
  if (words_.take("+")) return factor();
  Syntax made{.form = Form::negative, .place = words_.next().place};
  words_.skip();
  made.parts.push_back(factor());
  return made;
}

Syntax ExpressionParser::power() {
  Syntax base = operand();
  if (!words_.is("^")) return base;
  const Deeper deeper(*this);
  const std::size_t place = base.place, sign = words_.next().place;
  words_.need("^");
  return raised(place, sign, std::move(base), factor());
}

Syntax ExpressionParser::operand() {
  const Token t = words_.next();
  if (t.kind == TokenKind::name) return named();
  if (words_.is("(") || words_.is("[") || words_.is("{")) return bracketed();
  if (words_.is("|")) return between_bars();
  if (words_.take("√")) return root(t.place);
  if (words_.take("\\frac")) return fraction(t.place);
  if (t.kind != TokenKind::number) throw words_.expected("a number, a name or (");
  words_.skip();
  return {.form = Form::number, .place = t.place, .value = t.value};
}

/// Bars that are open outside of a bracket do not close in it.
template <class Inside>
auto ExpressionParser::in_brackets(Inside inside) {
  const std::string_view close = words_.is("(") ? ")" : words_.is("[") ? "]" : "}";
  words_.skip();
  const int outer_bars = std::exchange(bars_, 0);
  auto read = inside(close);
  words_.need(close);
  bars_ = outer_bars;
  return read;
}

Syntax ExpressionParser::bracketed() {
  return in_brackets([this](std::string_view) { return expression(); });
}

Syntax ExpressionParser::between_bars() {
  Syntax made{.form = Form::call, .place = words_.next().place, .name = "abs"};
  words_.skip();
  ++bars_;
  made.parts.push_back(expression());
  if (!words_.take("|")) throw words_.expected("a closing |");
  --bars_;
  return made;
}

Syntax ExpressionParser::root(std::size_t place) {
  const Deeper deeper(*this);
  Syntax made{.form = Form::call, .place = place, .name = "sqrt"};
  made.parts.push_back(operand());
  return made;
}

Syntax ExpressionParser::fraction(std::size_t place) {
  Syntax made{.form = Form::chain, .place = place, .operators = {{"/", place}}};
  for (int k = 0; k < 2; ++k) {
    if (!words_.is("{")) throw words_.expected("{ of \\frac{a}{b}");
    made.parts.push_back(bracketed());
  }
  return made;
}

// --- names ---

Syntax ExpressionParser::named() {
  const Token name = words_.next();
  if (function(name.text)) return call(name);
  if (!is_value(name.text)) {
    if (!split(name)) throw unknown(name);
    return named();
  }
  words_.skip();
  has_read_y_ |= name.text == "y";
  return {.form = Form::name, .place = name.place, .name = name.text};
}

bool ExpressionParser::is_value(const std::string& name) const {
  return name == "x" || name == "y" || name == "pi" || name == "inf" || values_.contains(name);
}

/// Puts a word's letters in its place, if each is a value.
bool ExpressionParser::split(const Token& word) {
  std::vector<Token> letters;
  for (std::size_t at = 0, size = 0; at < word.text.size(); at += size) {
    size = character_at(word.text, at).size;
    const std::string letter = word.text.substr(at, size);
    letters.push_back({TokenKind::name, letter == "π" ? "pi" : letter, 0, word.place + at});
    if (!is_value(letters.back().text)) return false;
  }
  if (letters.size() > 1) words_.replace(letters);
  return letters.size() > 1;
}

Mistake ExpressionParser::unknown(const Token& name) const {
  const bool called = words_.is("(", 1);
  std::vector<std::string> candidates = known_words();
  candidates.insert(candidates.end(), values_.begin(), values_.end());
  std::string hint;
  if (name.text == "e")
    hint = "exp(1) for the number, exp(…) for its powers, or a definition e = exp(1)";
  else if (name.text == "pow")
    hint = "a^b";
  else if (name.text == "E" || name.text == "p")
    hint = name.text + " = … as the last line";
  else if (const std::string meant = nearest(name.text, candidates); !meant.empty())
    hint = "did you mean '" + meant + "'?";
  else if (!called)
    hint = "x, y, and names defined above, e.g. " + name.text + " = slider(1, 0, 2)";
  return {name.place, called ? "unknown function" : "unknown name", name.text, hint};
}

Syntax ExpressionParser::call(const Token& name) {
  if (name.text == "slider")
    throw Mistake{name.place, "a slider is a line of its own", "", "name = slider(1, 0, 2) on a line before"};
  words_.skip();
  const std::size_t sign = words_.next().place;
  std::optional<Syntax> exponent;
  if (words_.is("^")) exponent = exponent_of_function();
  if (!words_.is("(") && !words_.is("[") && !words_.is("{")) throw words_.expected("( after " + name.text);
  Syntax made{.form = Form::call, .place = name.place, .name = name.text};
  if (name.text == "sum" || name.text == "prod")
    made = series(name);
  else
    made.parts = arguments(name);
  return exponent ? raised(name.place, sign, std::move(made), std::move(*exponent)) : made;
}

/// The 2 of sin^2(x).
Syntax ExpressionParser::exponent_of_function() {
  words_.skip();
  const Token t = words_.next();
  if (t.kind != TokenKind::number || t.value < 1 || t.value != std::floor(t.value))
    throw words_.expected("a positive whole exponent");
  words_.skip();
  return {.form = Form::number, .place = t.place, .value = t.value};
}

std::vector<Syntax> ExpressionParser::arguments(const Token& name) {
  std::vector<Syntax> parts = in_brackets([this](std::string_view close) {
    std::vector<Syntax> all;
    if (words_.is(close)) return all;
    do all.push_back(expression());
    while (words_.take(","));
    return all;
  });
  if (const std::string mistake = count_mistake(name.text, parts.size()); !mistake.empty())
    throw Mistake{name.place, mistake};
  return parts;
}

/// sum(k, first, last, term): k is known in the term alone.
Syntax ExpressionParser::series(const Token& name) {
  return in_brackets([&](std::string_view) {
    const Token index = words_.next();
    if (index.kind != TokenKind::name) throw words_.expected("the index of " + name.text + "(k, 1, 8, …)");
    check_new_name(index);
    words_.skip();
    Syntax made{.form = Form::series, .place = name.place, .name = name.text, .index = index.text};
    for (int k = 0; k < 3; ++k) {
      words_.need(",");
      if (k == 2) values_.insert(index.text);
      made.parts.push_back(expression());
    }
    values_.erase(index.text);
    return made;
  });
}

}  // namespace ergo::formula
