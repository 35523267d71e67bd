#pragma once

#include <cstdint>
#include <string>

#include "core/base/number_words.h"

namespace ergo {

/// Minus signs here and below are U+2212. An estimate with its standard error at the greater one's power of ten, of one width whatever the sign:
/// " 1.2e−5 ± 0.4e−5".
std::string scientific_with_error(double value, double error);

/// An estimate with its standard error, rounded to the error's second significant digit: "0.9812 ± 0.0031".
std::string with_error(double value, double error);

/// A count with a thin space between groups of three digits.
std::string grouped(std::uint64_t count);

/// A rate with an SI prefix: "12.4 M".
std::string with_prefix(double value);

}  // namespace ergo
