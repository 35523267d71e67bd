#include "core/lanes/generator/expression_parser.h"

#include <set>

#include "core/base/error.h"

namespace ergo::glsl {

namespace {

const std::map<std::string, int> precedences = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                                {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                                {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
const std::set<std::string> not_in_subset = {"break",   "continue", "switch", "case", "do",
                                             "discard", "out",      "inout",  "goto"};

}  // namespace

bool ExpressionParser::accept(const std::string& word) {
  if (!is(word)) return false;
  ++at_;
  return true;
}

void ExpressionParser::refuse(const std::string& legal) const {
  throw Error("not in the subset of GLSL that kernel texts use:", now().text, legal, text_.where(now().place));
}

void ExpressionParser::expect(const std::string& word) {
  if (!accept(word)) refuse(word);
}

std::string ExpressionParser::name() {
  if (now().kind != Token::Kind::name || not_in_subset.contains(now().text)) refuse("a name");
  return tokens_[at_++].text;
}

bool ExpressionParser::is_type() const {
  return now().kind == Token::Kind::name && resolver_.type_of_name(now().text).base != Base::nothing;
}

Type ExpressionParser::type() {
  if (!is_type()) refuse("a type");
  return resolver_.type_of_name(tokens_[at_++].text);
}

Expression ExpressionParser::expression() {
  Expression first = binary(1);
  if (!is("?")) return first;
  Expression made{.form = Form::choice, .place = now().place};
  expect("?");
  made.parts = {std::move(first), expression()};
  expect(":");
  made.parts.push_back(expression());
  return made;
}

Expression ExpressionParser::binary(int least) {
  Expression left = unary();
  while (true) {
    const auto found = precedences.find(now().text);
    if (found == precedences.end() || found->second < least || now().kind != Token::Kind::sign) return left;
    Expression made{.form = Form::binary, .text = now().text, .place = now().place};
    ++at_;
    made.parts = {std::move(left), binary(found->second + 1)};
    left = std::move(made);
  }
}

Expression ExpressionParser::unary() {
  if (!is("-") && !is("!") && !is("~") && !is("+")) return postfix();
  Expression made{.form = Form::unary, .text = now().text, .place = now().place};
  ++at_;
  made.parts.push_back(unary());
  return made;
}

Expression ExpressionParser::postfix() {
  Expression made = primary();
  while (is(".") || is("[")) {
    const Place place = now().place;
    if (accept(".")) {
      made = {.form = Form::field, .text = name(), .parts = {std::move(made)}, .place = place};
    } else {
      expect("[");
      made = {.form = Form::element, .parts = {std::move(made), expression()}, .place = place};
      expect("]");
    }
  }
  return made;
}

Expression ExpressionParser::primary() {
  Expression made{.place = now().place};
  if (accept("(")) {
    made = expression();
    expect(")");
    return made;
  }
  if (now().kind == Token::Kind::number) {
    made.text = tokens_[at_++].text;
    return made;
  }
  made.form = is_type() ? Form::make : Form::name;
  made.text = is_type() ? tokens_[at_++].text : name();
  if (!accept("(")) {
    if (made.form == Form::make) refuse("(");
    return made;
  }
  if (made.form == Form::name) made.form = Form::call;
  while (!accept(")")) {
    made.parts.push_back(expression());
    if (!is(")")) expect(",");
  }
  return made;
}

}  // namespace ergo::glsl
