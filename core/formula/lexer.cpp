#include "core/formula/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "core/base/text_words.h"
#include "core/expression/mistake.h"
#include "core/formula/words.h"

namespace ergo::formula {
namespace {

constexpr std::array<std::string_view, 5> signs_of_two = {"==", "!=", "<=", ">=", "**"};
constexpr std::string_view signs_of_one = "+-*/^()[]{}|,;=<>";

/// Whether an expression goes on behind the word.
bool wants_more(const Token& token) {
  static constexpr std::array<std::string_view, 19> words = {
      "+", "-", "*", "/", "^", "(", "[", "{", ",", "=", "<", ">", "<=", ">=", "==", "!=", "and", "or", "not"};
  return token.kind != TokenKind::number && std::ranges::find(words, token.text) != words.end();
}

/// Whether the word cannot begin an expression.
bool continues_line(const Token& token) {
  static constexpr std::array<std::string_view, 16> words = {"+", "*", "/", "^",  ")",  "]",  "}",  ",",
                                                             "=", "<", ">", "<=", ">=", "==", "!=", "or"};
  return token.kind != TokenKind::number &&
         (std::ranges::find(words, token.text) != words.end() || token.text == "and");
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) step();
    put(TokenKind::end, "", at_);
    return std::move(tokens_);
  }

 private:
  void step() {
    const Character c = character_at(text_, at_);
    if (c.size == 0) throw Mistake{at_, "the text is no UTF-8"};
    if (c.code == '#')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (is_space(c.code))
      at_ += c.size;
    else if (c.code == '\n')
      line_end();
    else if (c.code == '\\')
      command();
    else if ((c.code >= '0' && c.code <= '9') || c.code == '.')
      number();
    else if (begins_name(c.code))
      name();
    else if (superscript(c.code) != 0)
      exponent();
    else
      sign(c);
  }

  void put(TokenKind kind, std::string word, std::size_t place, double value = 0) {
    Token token{kind, std::move(word), value, place};
    if (!tokens_.empty() && tokens_.back().kind == TokenKind::line_end && tokens_.back().text == "\n" &&
        continues_line(token))
      tokens_.pop_back();
    tokens_.push_back(std::move(token));
  }

  void line_end() {
    const bool joined = brackets_ > 0 || tokens_.empty() || tokens_.back().kind == TokenKind::line_end ||
                        wants_more(tokens_.back());
    if (!joined) put(TokenKind::line_end, "\n", at_);
    ++at_;
  }

  void number() {
    double value = 0;
    const auto [end, failure] = read_number(text_.data() + at_, text_.data() + text_.size(), value);
    std::string word(text_.substr(at_, static_cast<std::size_t>(end - text_.data()) - at_));
    if (failure == std::errc::invalid_argument) throw Mistake{at_, "no number begins like this:", "."};
    if (failure != std::errc()) throw Mistake{at_, "number out of range", std::move(word), "up to 1.7e308"};
    const std::size_t size = word.size();
    put(TokenKind::number, std::move(word), at_, value);
    at_ += size;
  }

  std::size_t name_end(std::size_t from) const {
    for (std::size_t end = from; end < text_.size();) {
      const Character c = character_at(text_, end);
      if (c.size == 0 || !continues_name(c.code)) return end;
      end += c.size;
    }
    return text_.size();
  }

  void put_name(const std::string& word, std::size_t place) {
    put(TokenKind::name,
        word == "π"          ? "pi"
        : word == "ln"       ? "log"
        : word == "infinity" ? "inf"
                             : word,
        place);
  }

  void name() {
    const std::size_t end = name_end(at_);
    put_name(usual_spelling(text_.substr(at_, end - at_)), at_);
    at_ = end;
  }

  /// ⁻¹ and the like: a power's sign and its exponent.
  void exponent() {
    const std::size_t place = at_;
    std::string digits;
    while (at_ < text_.size()) {
      const Character c = character_at(text_, at_);
      if (c.size == 0 || superscript(c.code) == 0) break;
      digits += superscript(c.code);
      at_ += c.size;
    }
    const bool negative = digits[0] == '-';
    if (negative || digits[0] == '+') digits.erase(0, 1);
    if (digits.empty() || digits.size() > 3 || digits.find_first_of("+-") != std::string::npos)
      throw Mistake{place, "illegal superscript", std::string(text_.substr(place, at_ - place)),
                    "whole numbers up to 999"};
    put(TokenKind::symbol, "^", place);
    if (negative) put(TokenKind::symbol, "-", place);
    put(TokenKind::number, digits, place, std::stod(digits));
  }

  /// A command of LaTeX; a Greek one takes an index with it: \sigma_x.
  void command() {
    const std::size_t place = at_++;
    std::size_t end = at_;
    while (end < text_.size() && std::isalpha(static_cast<unsigned char>(text_[end]))) ++end;
    if (end == at_ && end < text_.size()) ++end;
    std::string word(word_of_command(text_.substr(at_, end - at_)));
    if (word.empty())
      throw Mistake{place, "unknown command", std::string(text_.substr(place, end - place)),
                    "LaTeX's \\frac, \\sqrt, \\cdot, names of functions and Greek letters"};
    at_ = end;
    if (word == " ") return;
    if (is_greek(character_at(word, 0).code) && at_ < text_.size() && text_[at_] == '_') {
      at_ = name_end(at_);
      word += text_.substr(end, at_ - end);
    }
    if (word == "\\frac" || !begins_name(character_at(word, 0).code))
      put(TokenKind::symbol, word, place);
    else
      put_name(word, place);
  }

  void sign(const Character& c) {
    const std::string_view rest = text_.substr(at_);
    const std::size_t place = at_;
    if (const std::string_view word = word_of_sign(c.code); !word.empty()) {
      at_ += c.size;
      return put(word == "inf" ? TokenKind::name : TokenKind::symbol, std::string(word), place);
    }
    for (const std::string_view two : signs_of_two)
      if (rest.starts_with(two)) {
        at_ += 2;
        return put(TokenKind::symbol, two == "**" ? "^" : std::string(two), place);
      }
    if (signs_of_one.find(rest[0]) == std::string_view::npos)
      throw Mistake{place, "unexpected character", std::string(rest.substr(0, c.size))};
    ++at_;
    if (rest[0] == ';') return put(TokenKind::line_end, ";", place);
    if (std::string_view("([{").find(rest[0]) != std::string_view::npos) ++brackets_;
    if (std::string_view(")]}").find(rest[0]) != std::string_view::npos) --brackets_;
    put(TokenKind::symbol, std::string(1, rest[0]), place);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int brackets_ = 0;  ///< open ones
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens(std::string_view text) {
  if (text.size() > longest_text)
    throw Mistake{0, "the formula is too long:", std::to_string(text.size()) + " bytes",
                  "up to " + std::to_string(longest_text)};
  return Lexer(text).run();
}

}  // namespace ergo::formula
