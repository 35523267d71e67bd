#include "widgets/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ergo {
namespace {

std::string formatted(const char* format, int precision, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, precision, value);
  std::string words = text;
  const std::string mantissa = words.substr(0, words.find('e'));
  if (mantissa.starts_with('-') && mantissa.find_first_not_of("-0.") == std::string::npos) words.erase(0, 1);
  for (std::size_t at = 0; (at = words.find('-', at)) != std::string::npos;) words.replace(at, 1, "−");
  return words;
}

}  // namespace

std::string with_error(double value, double error) {
  if (!std::isfinite(value)) return "–";
  if (!(error > 0) || !std::isfinite(error)) return significant(value, 4);
  const double last = std::floor(std::log10(error));  // the error's first digit
  const int decimals = 1 - static_cast<int>(last);
  const bool tiny = std::abs(value) < 1e-4 && decimals > 6;
  if (tiny || decimals > 9 || decimals < -6) {
    const double digits = std::floor(std::log10(std::abs(value))) - last + 2;
    return significant(value, static_cast<int>(std::clamp(digits, 3.0, 10.0))) + " ± " +
           significant(error, 2);
  }
  const int shown = std::max(0, decimals);
  return formatted("%.*f", shown, value) + " ± " + formatted("%.*f", shown, error);
}

std::string scientific_with_error(double value, double error) {
  if (!std::isfinite(value)) return "–";
  const bool known = error > 0 && std::isfinite(error);
  const double largest = std::max(std::abs(value), known ? error : 0);
  int exponent = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) : 0;
  // One, or as many as the error's first digit needs.
  const auto decimals = [&] {
    return known ? std::clamp(exponent - static_cast<int>(std::floor(std::log10(error))), 1, 3) : 1;
  };
  if (largest * std::pow(10, -exponent) >= 10 - 0.5 * std::pow(10, -decimals())) ++exponent;  // would read 10
  std::string power("e");
  power += formatted("%.*f", 0, exponent);
  const auto shown = [&](double v) {
    return formatted("%.*f", decimals(), v * std::pow(10, -exponent)) + power;
  };
  const std::string words = shown(value);
  const bool apart = known && exponent - std::floor(std::log10(error)) > 3;  // as "1.000e0 ± 2.1e−6"
  const std::string plus_minus =
      !known ? "" : " ± " + (apart ? scientific_with_error(error, 0).substr(1) : shown(error));
  return (words.starts_with("−") ? "" : " ") + words + plus_minus;
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
  for (; std::abs(value) >= 999.5 && index < 4; ++index) value /= 1000;  // 999.5 reads 1000
  return significant(value, 3) + prefixes[index];
}

}  // namespace ergo
