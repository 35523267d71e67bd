#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>

namespace ergo {

/// Appends the shortest decimal text that reads back to the same number, with '.' whatever the locale; "NaN",
/// "inf" and "-inf" as NumPy, pandas and R read them.
template <class Number>
void append_number(std::string& text, Number value) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(value)) {
      text += "NaN";
      return;
    }
    if (value == 0) value = 0;  // "-0" says no more
  }
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

template <class Number>
std::string number_text(Number value) {
  std::string text;
  append_number(text, value);
  return text;
}

}  // namespace ergo
