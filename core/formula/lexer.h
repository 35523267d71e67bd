#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ergo::formula {

enum class TokenKind { number, name, symbol, line_end, end };

/// A word of a formula's text. Names hold letters, digits, underscores, Greek letters and subscript digits.
struct Token {
  TokenKind kind;
  std::string text;  ///< in one spelling: "*" for every sign of a product, "pi" for π, "^" and a number for ²
  double value = 0;       ///< of a number
  std::size_t place = 0;  ///< its first byte
};

inline constexpr std::size_t longest_text = 8192;  ///< bytes

/// The words of a text, an `end` last. Reads Unicode's signs and LaTeX's commands as the words they stand
/// for, leaves out comments (# to the line's end), and joins lines: inside brackets, after an operator, and
/// before one that cannot begin an expression. Throws Mistake on what is no word and on texts longer than
/// longest_text.
std::vector<Token> tokens(std::string_view text);

}  // namespace ergo::formula
