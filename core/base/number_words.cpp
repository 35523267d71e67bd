#include "core/base/number_words.h"

#include <charconv>

namespace ergo {

std::string significant(double value, int digits) {
  char text[64];
  if (value == 0) value = 0;  // without a sign
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
  std::string words(text, end);
  for (std::size_t at = 0; (at = words.find('-', at)) != std::string::npos;) words.replace(at, 1, "\u2212");
  return words;
}

}  // namespace ergo
