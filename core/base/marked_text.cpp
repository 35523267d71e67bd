#include "core/base/marked_text.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace ergo {
namespace {

bool ascii_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool ascii_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool beyond_ascii(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }

/// Whether a text ends with a single letter, with or without a prime.
bool ends_with_symbol(std::string_view text) {
  if (text.ends_with('\'')) text.remove_suffix(1);
  if (text.empty()) return false;
  if (beyond_ascii(text.back())) return true;
  if (!ascii_letter(text.back())) return false;
  text.remove_suffix(1);
  return text.empty() || !(ascii_word(text.back()) || text.back() == '_');
}

const std::map<char, std::string_view>& small_letters() {
  static const std::map<char, std::string_view> all = {
      {'0', "₀"}, {'1', "₁"}, {'2', "₂"}, {'3', "₃"}, {'4', "₄"}, {'5', "₅"}, {'6', "₆"}, {'7', "₇"},
      {'8', "₈"}, {'9', "₉"}, {'a', "ₐ"}, {'e', "ₑ"}, {'h', "ₕ"}, {'i', "ᵢ"}, {'k', "ₖ"},
      {'l', "ₗ"}, {'m', "ₘ"}, {'n', "ₙ"}, {'o', "ₒ"}, {'p', "ₚ"}, {'r', "ᵣ"}, {'s', "ₛ"}, {'t', "ₜ"},
      {'u', "ᵤ"}, {'v', "ᵥ"}, {'x', "ₓ"}};
  return all;
}

}  // namespace

std::vector<TextPart> text_parts(std::string_view marked) {
  std::vector<TextPart> parts(1);
  for (std::size_t at = 0; at < marked.size(); ++at) {
    if (marked[at] == '`') continue;
    const std::string_view rest = marked.substr(at + 1);
    const auto end = std::ranges::find_if_not(rest, ascii_word);
    if (marked[at] != '_' || end == rest.begin() || !ends_with_symbol(marked.substr(0, at))) {
      parts.back().text += marked[at];
      continue;
    }
    parts.push_back({std::string(rest.begin(), end), true});
    at += parts.back().text.size();
    parts.push_back({});
  }
  std::erase_if(parts, [](const TextPart& part) { return part.text.empty(); });
  return parts;
}

std::string plain_text(std::string_view marked) {
  std::string plain;
  for (const auto& [text, subscript] : text_parts(marked)) {
    const auto& small = small_letters();
    if (!subscript || !std::ranges::all_of(text, [&](char c) { return small.contains(c); }))
      plain += text;
    else
      for (const char c : text) plain += small.at(c);
  }
  return plain;
}

}  // namespace ergo
