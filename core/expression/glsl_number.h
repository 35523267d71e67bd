#pragma once

#include <cmath>
#include <string>

#include "core/base/number_text.h"

namespace ergo::formula {

/// A number as GLSL and C++ read it: with a point, in brackets if negative. GLSL has no word for infinity,
/// but 1/0 is.
inline std::string glsl_number(double value) {
  if (std::isinf(value)) return value > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
  std::string text = number_text(value);
  if (const std::size_t exponent = text.find('e'); text.find('.') == std::string::npos)
    text.insert(std::min(exponent, text.size()), ".0");
  return value < 0 ? "(" + text + ")" : text;
}

}  // namespace ergo::formula
