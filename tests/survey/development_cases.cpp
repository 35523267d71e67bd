#include "density_cases.h"

namespace ergo::survey_test {

std::vector<DensityCase> development_cases() {
  using enum Properness::Finding;
  return {
      // Proper ones, some hardly so.
      {"(1 - x)^2/20 + 5 (y - x^2)^2", not_shown_improper},
      {"(hypot(x, y) - 2.6)^2/0.033", not_shown_improper},
      {"((x^2 + y - 11)^2 + (x + y^2 - 7)^2)/10", not_shown_improper},
      {"2 log(1 + x^2 + y^2)", not_shown_improper},          // tails r^-3 a dr
      {"1.1 log(1 + (x^2 + y^2)/0.2)", not_shown_improper},  // r^-1.2 a dr
      {"log(1 + x^2)", not_shown_improper},                  // Cauchy's, on the line
      {"(x y)^2 + x^2 + y^2", not_shown_improper},           // a cross with a bowl
      {"|x| + |y|", not_shown_improper},
      {"if(max(|x|, |y|) < 1, 0, inf)", not_shown_improper},
      {"if(x > 0 and y > 0, x + y, inf)", not_shown_improper},
      {"y^2/18 + x^2 exp(-y)/2 + y/2", not_shown_improper},            // a funnel
      {"1.5 log(hypot(x, y)) + x^2 + y^2", not_shown_improper},        // r^-1.5 about a point
      {"log(|x|)/2 + x^2 + y^2", not_shown_improper},                  // |x|^-1/2 about a line
      {"log(1 + x^2 + y^2) + 1e-12 hypot(x, y)", not_shown_improper},  // a faint far bound
      // Improper ones.
      {"x^2 + 0y", heavy_tail},
      {"0x + 0y", heavy_tail},
      {"0x + 1", heavy_tail},
      {"(y - x^2)^2", heavy_tail},
      {"-(2 + cos(x/2) cos(y/2))^5/20", heavy_tail},
      {"log(1 + x^2 + y^2)", heavy_tail},       // tails r^-1 a dr
      {"0.75 log(1 + x^2 + y^2)", heavy_tail},  // r^-0.5 a dr
      {"(x y)^2", heavy_tail},
      {"(x y)^2 + 0.01 x^2", heavy_tail},
      {"exp(-x) + y^2", heavy_tail},
      {"y^4 - y^2 + 0x", heavy_tail},
      {"x y", falls_for_ever},
      {"-x^2 - y^2", falls_for_ever},
      {"x", falls_for_ever},
      {"3 log(hypot(x, y)) + x^2 + y^2", heavy_point},
      {"p = exp(-x^2 - y^2)/hypot(x - 1, y)^2", heavy_point},
      {"log(|x|) + x^2 + y^2", heavy_line},
      {"log(x) + x^2 + y^2", not_a_number},
      {"log(max(x, 0)) + x^2 + y^2", minus_infinity},
      {"inf + x + y", nowhere_finite},
  };
}

}  // namespace ergo::survey_test
