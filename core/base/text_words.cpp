#include "core/base/text_words.h"

#include <cmath>
#include <cstdlib>

namespace ergo {
namespace {

const char* past_digits(const char* at, const char* end) {
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

/// Past a word of small letters, whatever the case of the text's; `at` where another one stands there.
const char* past_word(const char* at, const char* end, std::string_view word) {
  const char* to = at;
  for (const char letter : word)
    if (to == end || (*to++ | 0x20) != letter) return at;
  return to;
}

const char* past_infinity_or_nan(const char* at, const char* end) {
  if (const char* to = past_word(at, end, "infinity"); to != at) return to;
  if (const char* to = past_word(at, end, "inf"); to != at) return to;
  return past_word(at, end, "nan");
}

/// Past the digits, the point and the exponent of a number; `from` where none begins.
const char* past_decimal(const char* from, const char* end) {
  const char* at = past_digits(from, end);
  bool any = at != from;
  if (at != end && *at == '.') {
    const char* const point = at + 1;
    const char* const past = past_digits(point, end);
    any |= past != point;
    at = past;
  }
  if (!any) return from;
  if (at == end || (*at != 'e' && *at != 'E')) return at;
  const char* digits = at + 1;
  if (digits != end && (*digits == '+' || *digits == '-')) ++digits;
  const char* const past = past_digits(digits, end);
  return past == digits ? at : past;
}

}  // namespace

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
  const auto [stop, problem] = read_number(word.data(), word.data() + word.size(), value);
  if (problem != std::errc() || stop != word.data() + word.size() || !std::isfinite(value)) return {};
  return value;
}

std::from_chars_result read_number_by_strtod(const char* from, const char* end, double& value) {
  const char* const digits = from + (from != end && *from == '-');
  const char* to = past_decimal(digits, end);
  const bool decimal = to != digits;
  if (!decimal) to = past_infinity_or_nan(digits, end);
  if (to == digits) return {from, std::errc::invalid_argument};
  const double read = std::strtod(std::string(from, to).c_str(), nullptr);
  const auto is_digit_but_0 = [](char letter) { return letter >= '1' && letter <= '9'; };
  if (decimal && std::isinf(read)) return {to, std::errc::result_out_of_range};
  if (decimal && read == 0)  // that of a number too small, but not of 0
    for (const char* at = digits; at != to && (*at | 0x20) != 'e'; ++at)
      if (is_digit_but_0(*at)) return {to, std::errc::result_out_of_range};
  value = read;
  return {to, std::errc()};
}

std::from_chars_result read_number(const char* from, const char* end, double& value) {
#if defined(__cpp_lib_to_chars)
  return std::from_chars(from, end, value);
#else
  return read_number_by_strtod(from, end, value);
#endif
}

}  // namespace ergo
