#include "core/formula/token_stream.h"

#include <algorithm>

namespace ergo::formula {

const Token& TokenStream::next(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool TokenStream::is(std::string_view word, std::size_t ahead) const {
  const Token& token = next(ahead);
  return (token.kind == TokenKind::symbol || token.kind == TokenKind::name) && token.text == word;
}

bool TokenStream::take(std::string_view word) {
  if (!is(word)) return false;
  ++at_;
  return true;
}

void TokenStream::need(std::string_view word) {
  if (!take(word)) throw expected(std::string(word));
}

void TokenStream::skip_line_ends() {
  while (next().kind == TokenKind::line_end) ++at_;
}

void TokenStream::replace(const std::vector<Token>& words) {
  const auto place = tokens_.begin() + static_cast<std::ptrdiff_t>(at_);
  tokens_.insert(tokens_.erase(place), words.begin(), words.end());
}

Mistake TokenStream::expected(const std::string& what) const {
  const Token& token = next();
  if (token.kind == TokenKind::end) return {token.place, "expected " + what + ", but the formula ends"};
  if (token.text == "\n") return {token.place, "expected " + what + ", but the line ends"};
  return {token.place, "expected " + what + " in place of", token.text};
}

Mistake TokenStream::unexpected() const {
  const Token& token = next();
  if (token.kind == TokenKind::number)
    return {token.place, "expected an operator, e.g. *, before", token.text};
  if (token.text == "=")
    return {token.place, "unexpected", "=", "name = expression to define, == to compare"};
  return {token.place, "unexpected", token.text};
}

}  // namespace ergo::formula
