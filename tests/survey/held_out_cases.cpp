#include "density_cases.h"

namespace ergo::survey_test {

std::vector<DensityCase> held_out_cases() {
  using enum Properness::Finding;
  return {
      // Proper ones.
      {"|x| + 2 log(1 + exp(-|x|))", not_shown_improper},  // the logistic one, on the line
      {"500 ((x - 300)^2 + (y + 40)^2)", not_shown_improper},
      {"1.025 log(1 + x^2 + y^2)", not_shown_improper},  // tails r^-1.05 a dr
      {"0.55 log(1 + (x - 3)^2)", not_shown_improper},   // |x|^-1.1, on the line
      {"s = log(4 + x^2 + y^2); E = s + 2 log(s)", not_shown_improper},
      {"((x - y) (x + y))^2 + 0.01 (x^2 + y^2)", not_shown_improper},
      {"r = hypot(x, y); E = log(|r - 1|)/2 + r^2", not_shown_improper},
      {"0.05 (x^2 + y^2) + 3 sin(3x) sin(2y)", not_shown_improper},
      // Improper ones.
      {"(x - 2y + 1)^2", heavy_tail},
      {"3 (y - x^3)^2 + 0.3 cos(x)", heavy_tail},
      {"if(x + y > 1, 0, inf)", heavy_tail},
      {"if(y > x^2 and y < x^2 + 1, 0, inf)", heavy_tail},
      {"p = exp(-(x^2 + y^2)/2) + 1e-9", heavy_tail},
      {"s = log(4 + x^2 + y^2); E = s + log(s)", heavy_tail},
      {"if(x > 1, log(x), inf)", heavy_tail},
      {"sin(x) + y^2 - 0.1 x", falls_for_ever},
      {"x^4 - 3 x^2 y^2 + y^2", falls_for_ever},
      {"2 log(hypot(x - 1.5, y + 0.7)) + (x^2 + y^2)/8", heavy_point},
      {"r = hypot(x, y); E = log(|r - 1|) + r^2", heavy_line},
      {"-1/|x - 0.5| + x^2", heavy_point},
      {"-sqrt(1 - x^2 - y^2)", not_a_number},
  };
}

std::vector<DensityCase> held_out_texts() {
  using enum Properness::Finding;
  return {
      // Proper ones.
      {"p = normal(x, 0, 1) normal(y, x^2, 1)", not_shown_improper},
      {"p = normal(x, 0, 1) normal(y, 0, exp(x/2))", not_shown_improper},
      {"p = |x|^-0.5 exp(-x^2 - y^2)", not_shown_improper},
      {"log p = -sqrt(|x|) - sqrt(|y|)", not_shown_improper},
      {"E = x^2 - y^2 + y^4/100", not_shown_improper},
      {"p = exp(-x^2)/(1 + |y|^1.5)", not_shown_improper},
      {"p = if(x > 0, exp(-x), 0) exp(-y^2)", not_shown_improper},
      {"E = 0.6 log(1 + x^4 + y^4)", not_shown_improper},
      {"E = x^2 y^2 + |x| + |y|/10", not_shown_improper},
      {"n = slider(2, 0.1, 9)\nE = (n + 1)/2 log(1 + x^2/n)", not_shown_improper},
      // Improper ones.
      {"p = 1/(1 + x^2 + y^2)", heavy_tail},
      {"p = normal(x, y, 1)", heavy_tail},
      {"p = normal(x, 0, exp(y))", falls_for_ever},
      {"p = exp(-y^2)/x^2", heavy_line},
      {"E = x^2 + y^2 - x^3/100", falls_for_ever},
      {"E = sqrt(|x|) + log(1 + y^2)/2", heavy_tail},
      {"p = exp(-x^2)/(1 + |y|)", heavy_tail},
      {"E = tanh(x) + y^2", heavy_tail},
      {"p = sin(x)^2 exp(-y^2)", heavy_tail},
      {"p = exp(-(x - sin(y))^2)", heavy_tail},
      {"E = log(1 + x^4 + y^4)/2", heavy_tail},
      {"E = x^2 y^2 + |x|", heavy_tail},
      {"E = y^2 - 1/hypot(x, y) + x^2", heavy_point},
  };
}

}  // namespace ergo::survey_test
