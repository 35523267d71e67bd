#include "core/expression/error_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/expression/glsl_number.h"

namespace ergo::formula {
namespace {

// erf x = x p(x^2)/q(x^2) for |x| < nearby, highest powers first.
constexpr double nearby = 0.46875, farthest = 6;  // erf(6) is 1 in double precision
constexpr std::array inner_p = {1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2,
                                3.77485237685302021e2, 3.20937758913846947e3};
constexpr std::array inner_q = {1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
                                2.84423683343917062e3};
// erf x = 1 - e^{-x^2} p(x)/q(x) beyond.
constexpr std::array outer_p = {2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0,
                                6.61191906371416295e1,  2.98635138197400131e2,  8.81952221241769090e2,
                                1.71204761263407058e3,  2.05107837782607147e3,  1.23033935479799725e3};
constexpr std::array outer_q = {1.0,
                                1.57449261107098347e1,
                                1.17693950891312499e2,
                                5.37181101862009858e2,
                                1.62138957456669019e3,
                                3.29079923573345963e3,
                                4.36261909014324716e3,
                                3.43936767414372164e3,
                                1.23033935480374942e3};

double polynomial_at(std::span<const double> c, double x) {
  double sum = c[0];
  for (std::size_t k = 1; k < c.size(); ++k) sum = sum * x + c[k];
  return sum;
}

std::string polynomial_text(std::span<const double> c, const std::string& x) {
  std::string sum = glsl_number(c[0]);
  for (std::size_t k = 1; k < c.size(); ++k)
    sum = (k > 1 ? "(" + sum + ")" : sum) + " * " + x + " + " + glsl_number(c[k]);
  return "(" + sum + ")";
}

}  // namespace

double error_function(double x) {
  const double y = std::min(std::abs(x), farthest), z = y * y;
  if (y < nearby) return x * polynomial_at(inner_p, z) / polynomial_at(inner_q, z);
  const double rest = std::exp(-z) * polynomial_at(outer_p, y) / polynomial_at(outer_q, y);
  return x < 0 ? rest - 1 : 1 - rest;
}

std::string error_function_text() {
  return "/// erf, by the rational approximations of Cody 1969.\n"
         "float formula_erf(float x) {\n"
         "  float y = min(abs(x), " +
         glsl_number(farthest) +
         ");\n"
         "  float z = y * y;\n"
         "  float inner = x * " +
         polynomial_text(inner_p, "z") + " / " + polynomial_text(inner_q, "z") +
         ";\n"
         "  float rest = exp(-z) * " +
         polynomial_text(outer_p, "y") + " / " + polynomial_text(outer_q, "y") +
         ";\n"
         "  return y < " +
         glsl_number(nearby) + " ? inner : x < 0.0 ? rest - 1.0 : 1.0 - rest;\n}\n\n";
}

}  // namespace ergo::formula
