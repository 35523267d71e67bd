#include "widgets/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ergo {
namespace {

std::string formatted(const char* format, int precision, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, precision, value);
  return text;
}

}  // namespace

std::string significant(double value, int digits) { return formatted("%.*g", digits, value); }

std::string with_error(double value, double error) {
  if (!std::isfinite(value)) return "–";
  if (!(error > 0) || !std::isfinite(error)) return significant(value, 4);
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(error)));
  if (decimals > 6) return significant(value, 3) + " ± " + significant(error, 2);
  const int shown = std::max(0, decimals);
  return formatted("%.*f", shown, value) + " ± " + formatted("%.*f", shown, error);
}

std::string grouped(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i && (digits.size() - i) % 3 == 0) out += "\u2009";
    out += digits[i];
  }
  return out;
}

std::string with_prefix(double value) {
  const char* const prefixes[] = {"", " k", " M", " G", " T"};
  int index = 0;
  for (; std::abs(value) >= 1000 && index < 4; ++index) value /= 1000;
  return significant(value, 3) + prefixes[index];
}

}  // namespace ergo
