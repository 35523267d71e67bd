#pragma once

#include "core/lanes/generator/resolver.h"
#include "core/lanes/generator/tokens.h"

namespace ergo::glsl {

/// Goes through the words of a text and reads expressions.
class ExpressionParser {
 protected:
  using Form = Expression::Form;

  explicit ExpressionParser(TokenList& list) : tokens_(list.take()), resolver_(text_) { text_.files = list.files(); }

  const Token& now(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at_end() const { return now().kind == Token::Kind::end; }
  bool is(const std::string& word) const { return !at_end() && now().text == word; }
  bool accept(const std::string& word);
  [[noreturn]] void refuse(const std::string& legal) const;
  void expect(const std::string& word);
  std::string word() { return tokens_[at_++].text; }
  std::string name();
  bool is_type() const;
  Type type();

  Expression expression();
  Expression postfix();

  Text text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Resolver resolver_;

 private:
  Expression binary(int least);
  Expression unary();
  Expression primary();
};

}  // namespace ergo::glsl
