#pragma once

#include <string>
#include <vector>

namespace ergo::formula_test {

struct NamedFormula {
  std::string name;  ///< a word
  std::string text;
};

/// The built-in targets of the plane, with a slider for each of their real parameters, in order.
inline const std::vector<NamedFormula>& target_formulas() {
  static const std::vector<NamedFormula> formulas = {
      {"banana",
       "u = x/2; v = 2y + 0.4(x^2 + 4) - 4  # N(0, [[1, 1/2], [1/2, 1]])\n"
       "E = (u^2 - u v + v^2)/1.5 + log(2π √0.75)"},
      {"correlated_gaussian",
       "λ_long = slider(1, 1e-6, 1e6, log); λ_short = slider(0.01, 1e-6, 1e6, log)\n"
       "φ = slider(-45, -180, 180)\n"
       "c = cos(φ π/180); s = sin(φ π/180)\n"
       "E = ((c x + s y)²/λ_long + (c y - s x)²/λ_short)/2"},
      {"crescents",
       "R = 1.5; w = 0.2; κ = 3\n"
       "a = (x + 0.75)² + (y + 0.35)² - R²\n"
       "b = (x - 0.75)² + (y - 0.35)² - R²\n"
       "p = exp(-a²/(8 R² w²) + κ (y + 0.35)/R) + exp(-b²/(8 R² w²) - κ (y - 0.35)/R)"},
      {"donut", "r = sqrt(x^2 + y^2)\nE = (r - 2.6)^2/0.033"},
      {"double_well", "(x + 4)(x + 1)(x - 1)(x - 3)/14 + 1/2"},
      {"funnel",
       "form = slider(0, 0, 1)\n"
       "v = y - 2\n"
       "E = v^2/18 + log(6π) + if(form == 1, x²/2, x^2 exp(min(-v, 80))/2 + v/2)"},
      {"gaussian", "σ_x = slider(1, 1e-3, 1e3, log); σ_y = slider(1, 1e-3, 1e3, log)\n(x²/σ_x² + y²/σ_y²)/2"},
      {"gaussian_mean", "n = slider(10, 1, 32); 50 (x + 0.029913764845263455)^2"},
      {"oscillator", "k = slider(1, 1e-6, 1e6, log)\nE = k x²/2"},
      {"ring8",
       "K = slider(8, 1, 8); R = slider(0.5, 0, 100); s = slider(0.075, 1e-3, 100, log)\n"
       "p = sum(k, 0, 7, if(k < K, normal(x, R cos(2π k/K), s) normal(y, R sin(2π k/K), s)/K, 0))"},
      {"rings",
       "K = slider(4, 1, 16); s = slider(0.15, 0.01, 2, log)\n"
       "r = hypot(x, y)\n"
       "p = sum(k, 1, 16, if(k <= K, normal(r, k, s)/(2π k K), 0))"},
      {"squiggle",
       "u = x; v = y + sin(5x)  # N(0, [[2, 1/4], [1/4, 1/2]])\n"
       "E = (0.5u² - 0.5u v + 2v²)/(2 * 0.9375) + log(2π sqrt(0.9375))"},
      {"three_gaussians",
       "p = normal(x, -1.5, √0.8) normal(y, -1.5, √0.8) + normal(x, 1.5, √0.8) normal(y, 1.5, √0.8)\n"
       "    + normal(x, -2, √0.5) normal(y, 2, √0.5)"},
  };
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

inline std::vector<NamedFormula> all_formulas() {
  std::vector<NamedFormula> all = target_formulas();
  all.insert(all.end(), other_formulas().begin(), other_formulas().end());
  return all;
}

}  // namespace ergo::formula_test
