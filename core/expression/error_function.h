#pragma once

#include <string>

namespace ergo::formula {

/// erf, to 1e-15. Rational approximations of Cody 1969, Math. Comp. 23, 631.
double error_function(double x);

/// The same as a function of GLSL, `float formula_erf(float x)`: the same operations in the same order. In
/// single precision its error is below 3e-7.
std::string error_function_text();

}  // namespace ergo::formula
