#pragma once

#include <string>

namespace ergo {

/// `digits` significant digits, without trailing zeros or a bare exponent where plain digits are as short; minus signs
/// are U+2212.
std::string significant(double value, int digits);

}  // namespace ergo
