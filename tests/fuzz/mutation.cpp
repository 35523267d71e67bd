#include "tests/fuzz/mutation.h"

#include <cctype>
#include <set>

namespace ergo {
namespace {

struct Token {
  std::size_t at, size;
};

/// Strings, words and numbers, and single marks.
std::vector<Token> tokens_of(const std::string& text) {
  const auto of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_.+-").find(c) != std::string_view::npos;
  };
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(text.size(), end + 1);
    } else if (of_word(text[i])) {
      while (end < text.size() && of_word(text[end])) ++end;
    }
    if (!std::isspace(static_cast<unsigned char>(text[i]))) tokens.push_back({i, end - i});
    i = end;
  }
  return tokens;
}

const char* const awkward[] = {"1e400",
                               "-1e400",
                               "-0.0",
                               "0",
                               "1",
                               "-1",
                               "1e-320",
                               "18446744073709551615",
                               "18446744073709551616",
                               "9223372036854775808",
                               "4294967296",
                               "1000000000000",
                               "1e308",
                               "NaN",
                               "null",
                               "true",
                               "false",
                               "[]",
                               "{}",
                               "\"\"",
                               "\"nan\"",
                               "\"inf\"",
                               "\"0x10\"",
                               "\"1e999\"",
                               "\"\\u0000\"",
                               "\"chain.7.momentum\"",
                               "\"0.3 -1.2\"",
                               "\"chain.99999999.momentum\"",
                               "\"sessions.0.sampler\"",
                               "\"/dev/zero\"",
                               "\"fit\"",
                               "[1,2]",
                               "0.5",
                               "1000000",
                               "10000000",
                               "65535",
                               "\"\xc3\xa9\"",
                               "\"\xff\"",
                               "\\",
                               "\"",
                               "{\"a\":",
                               "\"goes_on\": true"};

constexpr std::size_t longest = 1 << 16, most_kept = 500;

}  // namespace

Mutation::Mutation(std::vector<std::string> corpus, bool text, std::uint64_t seed)
    : corpus_(std::move(corpus)),
      words_(std::begin(awkward), std::end(awkward)),
      given_(corpus_.size()),
      text_(text),
      random_(seed) {
  std::set<std::string> seen;
  for (const std::string& input : corpus_)
    if (text_)
      for (const Token& token : tokens_of(input))
        if (token.size < 80) seen.insert(input.substr(token.at, token.size));
  words_.insert(words_.end(), seen.begin(), seen.end());
}

std::string Mutation::next() {
  std::string input = corpus_[below(corpus_.size())];
  for (std::size_t changes = 1 + below(4); changes > 0; --changes)
    text_&& below(6) > 0 ? change_text(input) : change_bytes(input);
  return input;
}

void Mutation::keep(const std::string& input) {
  if (input.size() > longest) return;
  if (corpus_.size() < most_kept)
    corpus_.push_back(input);
  else
    corpus_[given_ + below(corpus_.size() - given_)] = input;
}

void Mutation::change_text(std::string& input) {
  const std::vector<Token> tokens = tokens_of(input);
  if (tokens.empty()) return change_bytes(input);
  const Token one = tokens[below(tokens.size())], other = tokens[below(tokens.size())];
  switch (below(6)) {
    case 0:
    case 1:
      input.replace(one.at, one.size, words_[below(words_.size())]);
      break;
    case 2:
      input.replace(one.at, one.size, input.substr(other.at, other.size));
      break;
    case 3:
      input.erase(one.at, one.size);
      break;
    case 4:
      input.insert(other.at, input.substr(one.at, 1 + below(120)));
      break;
    default:
      input.replace(one.at, one.size, std::to_string(static_cast<long>(random_()) >> below(60)));
  }
}

void Mutation::change_bytes(std::string& input) {
  if (input.empty()) input = " ";
  const std::size_t at = below(input.size());
  switch (below(6)) {
    case 0:
      input[at] = static_cast<char>(random_());
      break;
    case 1:
      input[at] ^= static_cast<char>(1 << below(8));
      break;
    case 2:
      input.resize(at);
      break;
    case 3:
      input.erase(at, 1 + below(16));
      break;
    case 4:
      input.insert(at, input.substr(below(input.size()), 1 + below(64)));
      break;
    default:
      for (std::size_t k = at; k < std::min(input.size(), at + 8); ++k) input[k] = below(2) ? '\xff' : '\0';
  }
}

}  // namespace ergo
