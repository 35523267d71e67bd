#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "core/base/number_text.h"

namespace ergo {

/// Numbers from `low` to `high`, both included, as errors and tooltips word them: "1e-06 to 100", "whole
/// numbers 1 to 32", or the only one.
template <class Number>
std::string range_words(Number low, Number high) {
  if (low == high) return number_text(low);
  const std::string range = number_text(low) + " to " + number_text(high);
  return std::is_integral_v<Number> ? "whole numbers " + range : range;
}

/// The number that `text` is. Throws Error naming the setting, the text and the range.
std::uint64_t parse_count(const std::string& setting, const std::string& text, std::uint64_t low,
                          std::uint64_t high, const std::string& where = "");
int parse_integer(const std::string& setting, const std::string& text, int low, int high,
                  const std::string& where = "");
double parse_number(const std::string& setting, const std::string& text, double low, double high,
                    const std::string& where = "");

}  // namespace ergo
