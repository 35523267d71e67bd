#pragma once

#include <string_view>

#include "core/formula/syntax.h"

namespace ergo::formula {

// clang-format off
/// Reads a formula: definitions, then one density.
///
///   name = expression                           a definition; ends with its line or with ;
///   name = slider(initial, low, high[, log])    a parameter (linear without log)
///   E = … | p = … | log p = … | …               the energy, density or log density; bare, an energy
///
/// Lines go on inside brackets, after an operator, before one that cannot begin an expression, and in the
/// density before a minus. # begins a comment. Unicode's signs and LaTeX's commands are read as what they stand for.
///
/// From loose to tight: or; and; not; < <= > >= == !=; + -; * / and products without a sign; -; ^.
/// Readings where people differ:
///
///   -x^2          -(x^2)
///   2^3^2         2^(3^2)
///   2^-x          2^(-x)
///   1/2x          (1/2)*x: a product without a sign binds like *, from left to right
///   1/xy          (1/x)*y
///   xy            the name xy, if there is one; else x*y, if each letter is x, y, π or a defined name
///   xy^2          x*(y^2)
///   r(x+1)        r*(x+1), if r is a value; 2(x), (x)(y), x|y| are products too
///   sin^2(x)      sin(x)^2, for positive whole exponents
///   √x y          sqrt(x)*y: the sign takes the name, number or bracket behind it
///   |x||y|        |x|*|y|: a bar closes where an operand ends; |a|b|c| is |a|*b*|c|
///   a < b < c     a < b and b < c
///   2 3           an error: a product with a number needs its sign
///
/// Throws Mistake.
// clang-format on
SyntaxTree parse_syntax(std::string_view text);

}  // namespace ergo::formula
