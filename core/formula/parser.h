#pragma once

#include <string_view>

#include "core/formula/syntax.h"

namespace ergo::formula {

/// Reads a formula: definitions, then one density.
///
///   name = expression                          a definition; ends with its line or with ;
///   name = slider(initial, low, high[, log])   a parameter (linear without log)
///   E = … | p = … | log p = … | …              the energy, density or log density; a bare expression is an
///   energy
///
/// From loose to tight: or; and; not; < <= > >= == !=; + -; * / and products without a sign; -; ^.
/// Readings where people differ:
///
///   -x^2          -(x^2)
///   2^3^2         2^(3^2)
///   2^-x          2^(-x)
///   1/2x          (1/2)*x: a product without a sign binds like *, from left to right
///   1/xy          (1/x)*y
///   xy            the name xy, if there is one; else x*y, if every letter is x, y, π or a defined name of
///   one letter xy^2          x*(y^2) r(x+1)        r*(x+1), if r is a value; 2(x), (x)(y), x|y| are products
///   too sin^2(x)      sin(x)^2, for positive whole exponents √x y          sqrt(x)*y: the sign takes the
///   name, number or bracket behind it |x||y|        |x|*|y|: a bar closes where an operand ends; `|a|b|c|`
///   is |a|*b*|c| a < b < c     a < b and b < c 2 3           an error: a product with a number needs its
///   sign
///
/// Throws Mistake.
SyntaxTree parse_syntax(std::string_view text);

}  // namespace ergo::formula
