#include "core/base/text_words.h"

#include <charconv>
#include <cmath>

namespace ergo {

std::vector<std::string> parts_between(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  for (auto from = text.find_first_not_of(separators); from != std::string_view::npos;) {
    const auto to = text.find_first_of(separators, from);
    parts.emplace_back(text.substr(from, to - from));
    from = text.find_first_not_of(separators, to);
  }
  return parts;
}

std::optional<double> plain_number(std::string_view word) {
  double value = 0;
  const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (problem != std::errc() || stop != word.data() + word.size() || !std::isfinite(value)) return {};
  return value;
}

}  // namespace ergo
