#include "core/lanes/generator/tokens.h"

#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "core/base/error.h"

namespace ergo::glsl {

namespace {

constexpr std::array signs = {
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/="};
constexpr std::string_view single_signs = "+-*/%<>=!&|^~?:;,.(){}[]";

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// Length of the number at `at`.
std::size_t number_length(const std::string& text, std::size_t at) {
  std::size_t end = at;
  if (text.compare(at, 2, "0x") == 0) {
    end += 2;
    while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end]))) ++end;
  } else {
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
    if (end < text.size() && text[end] == 'e') {
      ++end;
      if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
      while (end < text.size() && is_digit(text[end])) ++end;
    }
  }
  if (end < text.size() && text[end] == 'u') ++end;
  return end - at;
}

}  // namespace

TokenList& TokenList::generated(const std::string& text) {
  add(text, 0);
  return *this;
}

TokenList& TokenList::file(const std::string& path) {
  files_.push_back(library_.name(path));
  add(library_.text(path), static_cast<int>(files_.size()) - 1);
  return *this;
}

std::vector<Token> TokenList::take() {
  tokens_.push_back({Token::Kind::end, "the end", tokens_.empty() ? Place{} : tokens_.back().place});
  return std::move(tokens_);
}

void TokenList::directive(const std::string& line, Place place) {
  std::istringstream words(line);
  std::string head, first, second, more;
  words >> head >> first >> second >> more;
  if (head == "#include" && first.size() > 2 && second.empty()) {
    file(first.substr(1, first.size() - 2));
  } else if (head == "#define" && !second.empty() && more.empty()) {
    renamed_[first] = second;
  } else {
    throw Error("no directive of the kernel texts' GLSL:", line, "#include \"file\", #define A B",
                files_[static_cast<std::size_t>(place.file)] + ":" + std::to_string(place.line));
  }
}

void TokenList::add(const std::string& text, int file) {
  Place place{file, 1};
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t length = 1;
    if (c == '\n') {
      ++place.line;
    } else if (c == '#' || text.compare(at, 2, "//") == 0) {
      length = std::min(text.find('\n', at), text.size()) - at;
      if (c == '#') directive(text.substr(at, length), place);
    } else if (begins_name(c)) {
      while (at + length < text.size() && (begins_name(text[at + length]) || is_digit(text[at + length]))) ++length;
      const std::string name = text.substr(at, length);
      const auto renamed = renamed_.find(name);
      tokens_.push_back({Token::Kind::name, renamed == renamed_.end() ? name : renamed->second, place});
    } else if (is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]))) {
      length = number_length(text, at);
      tokens_.push_back({Token::Kind::number, text.substr(at, length), place});
    } else if (!std::isspace(static_cast<unsigned char>(c))) {
      for (const std::string_view sign : signs)
        if (text.compare(at, sign.size(), sign) == 0) {
          length = sign.size();
          break;
        }
      if (length == 1 && single_signs.find(c) == std::string_view::npos)
        throw Error("no sign of the kernel texts' GLSL:", std::string(1, c), std::string(single_signs),
                    files_[static_cast<std::size_t>(file)] + ":" + std::to_string(place.line));
      tokens_.push_back({Token::Kind::sign, text.substr(at, length), place});
    }
    at += length;
  }
}

}  // namespace ergo::glsl
