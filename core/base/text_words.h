#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// The parts of a text between any of the separators, without empty ones.
std::vector<std::string> parts_between(std::string_view text, std::string_view separators);

/// The finite number that all of a word is, with '.' whatever the locale; nothing for any other word.
std::optional<double> plain_number(std::string_view word);

/// As std::from_chars, which some standard libraries lack for real numbers.
std::from_chars_result read_number(const char* from, const char* end, double& value);
template <std::integral Number>
std::from_chars_result read_number(const char* from, const char* end, Number& value) {
  return std::from_chars(from, end, value);
}

/// The same for libraries that lack it, by way of std::strtod: the locale of numbers must be C's.
std::from_chars_result read_number_by_strtod(const char* from, const char* end, double& value);

}  // namespace ergo
