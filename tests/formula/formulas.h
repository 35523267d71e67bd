#pragma once

#include <string>
#include <vector>

#include "core/formula/examples.h"
#include "core/unit/registry.h"

namespace ergo::formula_test {

struct NamedFormula {
  std::string name;  ///< a word
  std::string text;
};

/// The formulas that targets of the plane give of themselves.
inline const std::vector<NamedFormula>& target_formulas() {
  static const std::vector<NamedFormula> formulas = [] {
    std::vector<NamedFormula> all;
    for (const auto& unit : targets(Space::plane))
      if (!unit.descriptor.formula.empty()) all.push_back({unit.descriptor.id, unit.descriptor.formula});
    return all;
  }();
  return formulas;
}

/// Every part of the language at least once; all defined on the whole plane near the origin, but for kinks.
inline const std::vector<NamedFormula>& other_formulas() {
  static const std::vector<NamedFormula> formulas = {
      {"rosenbrock", "b = slider(100, 1, 1000, log)\n(1 - x)^2 + b (y - x^2)^2"},
      {"box", "if(max(|x|, |y|) < 2, x y, inf)"},
      {"box_of_density", "p = if(|x| < 2 and |y| < 2, exp(-x^2), 0)"},
      {"walls", "p = if(x > 1, exp(-x), 0) + if(x < -1, exp(x), 0)"},
      {"circles", "p = sum(k, 1, 40, exp(-(hypot(x, y) - k/10)^2/(0.02 + y^2)))"},
      {"mixture_in_a_loop",
       "s = slider(0.3, 0.1, 2, log)\n"
       "E = -log(sum(k, 1, 50, 0.9^k exp(-((x - cos(k))² + (y - sin(k))²)/(2 s²))))"},
      {"sum_in_a_loop", "w = slider(1, 0, 2); E = sum(k, 1, 64, cos(w k x) y^2/k^2) + x^2"},
      {"prod_in_a_loop", "E = prod(k, 1, 48, 1 + (x + y)/(10k + 1)) + prod(k, 1, 33, 1 + sin(x)/k^2)"},
      {"loop_of_loops", "E = sum(k, 1, 4, sum(j, 1, 50, exp(-(x - j/k)^2))) + y^2"},
      {"loop_after_loop", "c = sum(k, 1, 50, exp(-(x - k/9)^2)); E = sum(k, 1, 50, sin(c y/k)) + c"},
      {"loop_of_sliders", "a = slider(1, 0, 3); c = sum(k, 1, 40, cos(a k)/k); E = c x^2 + y^2"},
      {"product_density", "p = prod(k, 1, 40, exp(-(x - k/40)²/k) + exp(-(y + k/40)²))"},
      {"sigmoids", "tanh(3x) + sinh(y) + cosh(x - y) + erf(x/2) + erf(5y)"},
      {"angles", "atan2(y, x) + asin(x/5) + acos(y/5) + atan(x y) + tan(x/4)"},
      {"steps", "floor(3x) + mod(y, 0.7) + sign(x) + abs(y) + min(x, y, 1) + max(x, y, -1)"},
      {"conditions", "if(x > 0 and not y <= 1/2 or 0 < x + y < 1, x^2, if(x != y, y, 3)) + (x == y)"},
      {"powers",
       "n = slider(2, 0, 4); |x|^1.5 + |y|^n + (1 + x^2)^y + x^7 - (2 + sin(y))^-3 + 2^x + √(1 + y²)"},
      {"slider_powers", "n = slider(3, 1, 5); x^n + y^(n + 1)"},
      {"near_one", "exp(x y) - 1 + log(1 + x^2) + log(1 + exp(y)) + log(cosh(x))"},
      {"densities", "p = x^2 exp(-x^2) √(1 + y^2)/(1 + y^4)^2 * normal(y, x, exp(x/2))"},
      {"signed_density", "p = (1 - x^2) exp(-y²)"},
      {"log_density", "log p = -|x|^3 - y^4/4"},
      {"shift", "logsumexp(x, 2y, 1) - log(exp(3x) + 2 exp(-y))"},
      {"constant", "a = slider(1, 0, 2); E = exp(a) + 0x"},
      {"latex", "\\frac{1}{2}\\left(x^{2}+\\exp\\left(-y\\right)\\cdot y²\\right) + \\sqrt{1 + x^2}"},
  };
  return formulas;
}

/// These, and the examples that the window offers.
inline std::vector<NamedFormula> all_formulas() {
  std::vector<NamedFormula> all = target_formulas();
  all.insert(all.end(), other_formulas().begin(), other_formulas().end());
  for (const formula::Example& example : formula::examples)
    all.push_back({"example_" + std::to_string(&example - formula::examples.data()), example.text});
  return all;
}

}  // namespace ergo::formula_test
