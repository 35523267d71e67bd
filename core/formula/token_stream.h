#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/expression/mistake.h"
#include "core/formula/lexer.h"

namespace ergo::formula {

/// The words of a text, read one after the other.
class TokenStream {
 public:
  explicit TokenStream(std::string_view text) : tokens_(tokens(text)) {}

  /// The word that comes next, or one further ahead; the last is TokenKind::end for ever.
  const Token& next(std::size_t ahead = 0) const;
  /// Whether that is this symbol or name.
  bool is(std::string_view word, std::size_t ahead = 0) const;
  /// Skips the word, if it comes next.
  bool take(std::string_view word);
  /// Skips the word, which must come next. Throws Mistake.
  void need(std::string_view word);
  void skip(std::size_t count = 1) { at_ += count; }
  void skip_line_ends();
  /// Puts other words in place of the next one.
  void replace(const std::vector<Token>& words);

  Mistake expected(const std::string& what) const;
  /// Of a word behind an expression that ends nothing and begins nothing.
  Mistake unexpected() const;

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace ergo::formula
