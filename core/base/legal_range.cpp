#include "core/base/legal_range.h"


#include "core/base/error.h"
#include "core/base/text_words.h"

namespace ergo {

namespace {

template <class Number>
Number parse(const std::string& setting, const std::string& text, Number low, Number high,
             const std::string& where) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = read_number(text.data(), end, value);
  if (problem != std::errc() || stop != end || !(value >= low && value <= high))
    throw illegal_value(setting, text, range_words(low, high), where);
  return value;
}

}  // namespace

std::uint64_t parse_count(const std::string& setting, const std::string& text, std::uint64_t low,
                          std::uint64_t high, const std::string& where) {
  return parse(setting, text, low, high, where);
}

int parse_integer(const std::string& setting, const std::string& text, int low, int high,
                  const std::string& where) {
  return parse(setting, text, low, high, where);
}

double parse_number(const std::string& setting, const std::string& text, double low, double high,
                    const std::string& where) {
  return parse(setting, text, low, high, where);
}

}  // namespace ergo
