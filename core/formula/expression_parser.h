#pragma once

#include <set>
#include <string>

#include "core/formula/syntax.h"
#include "core/formula/token_stream.h"

namespace ergo::formula {

/// Reads expressions by recursive descent; parser.h has the language. Throws Mistake.
class ExpressionParser {
 public:
  explicit ExpressionParser(TokenStream& words) : words_(words) {}

  Syntax expression();

  /// Gives a name a meaning from here on. Throws Mistake if it has one.
  void define(const Token& name);
  void check_new_name(const Token& name) const;

  /// From here on, a line's end before a minus ends nothing.
  void go_on_over_lines() { over_lines_ = true; }
  bool has_read_y() const { return has_read_y_; }

 private:
  class Deeper;

  template <class Part>
  Syntax joined(std::string_view word, Form form, Part part);
  Syntax conjunction();
  Syntax negation();
  Syntax chained(Form form, std::initializer_list<std::string_view> signs,
                 Syntax (ExpressionParser::*part)());
  Syntax sum();
  Syntax product();
  bool begins_factor() const;
  Syntax factor();
  Syntax power();
  Syntax operand();
  template <class Inside>
  auto in_brackets(Inside inside);
  Syntax bracketed();
  Syntax between_bars();
  Syntax root(std::size_t place);
  Syntax fraction(std::size_t place);
  Syntax named();
  bool is_value(const std::string& name) const;
  bool split(const Token& word);
  Mistake unknown(const Token& name) const;
  Syntax call(const Token& name);
  Syntax exponent_of_function();
  std::vector<Syntax> arguments(const Token& name);
  Syntax series(const Token& name);

  TokenStream& words_;
  int depth_ = 0;
  int bars_ = 0;  ///< open in the innermost bracket
  bool over_lines_ = false, has_read_y_ = false;
  std::set<std::string> values_;  ///< sliders, definitions and indices so far
};

}  // namespace ergo::formula
