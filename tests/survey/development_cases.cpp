#include "density_cases.h"

namespace ergo::survey_test {

std::vector<DensityCase> development_cases() {
  using enum Properness::Finding;
  return {
      // Proper ones, some hardly so.
      {"banana", plane([](double x, double y) { return square(1 - x) / 20 + 5 * square(y - x * x); }),
       not_shown_improper},
      {"thin ring", plane([](double x, double y) { return square(std::hypot(x, y) - 2.6) / 0.033; }),
       not_shown_improper},
      {"four wells", plane([](double x, double y) { return (square(x * x + y - 11) + square(x + y * y - 7)) / 10; }),
       not_shown_improper},
      {"tails r^-3 a dr", plane([](double x, double y) { return 2 * std::log1p(x * x + y * y); }), not_shown_improper},
      {"tails r^-1.2 a dr", plane([](double x, double y) { return 1.1 * std::log1p((x * x + y * y) / 0.2); }),
       not_shown_improper},
      {"Cauchy on the line", line([](double x) { return std::log1p(x * x); }), not_shown_improper},
      {"cross with a bowl", plane([](double x, double y) { return square(x * y) + x * x + y * y; }),
       not_shown_improper},
      {"Laplace", plane([](double x, double y) { return std::abs(x) + std::abs(y); }), not_shown_improper},
      {"box", plane([](double x, double y) { return std::max(std::abs(x), std::abs(y)) < 1 ? 0 : infinite; }),
       not_shown_improper},
      {"quadrant", plane([](double x, double y) { return x > 0 && y > 0 ? x + y : infinite; }), not_shown_improper},
      {"funnel", plane([](double x, double y) { return y * y / 18 + x * x * std::exp(-y) / 2 + y / 2; }),
       not_shown_improper},
      {"point r^-1.5 in the plane", plane([](double x, double y) {
         return 1.5 * log_r({x, y}) + x * x + y * y;
       }),
       not_shown_improper},
      {"line |x|^-1/2", plane([](double x, double y) { return 0.5 * std::log(std::abs(x)) + x * x + y * y; }),
       not_shown_improper},
      {"a faint far bound",
       plane([](double x, double y) { return std::log1p(x * x + y * y) + 1e-12 * std::hypot(x, y); }),
       not_shown_improper},
      // Improper ones.
      {"flat along y", plane([](double x, double) { return x * x; }), heavy_tail},
      {"flat", plane([](double, double) { return 0.0; }), heavy_tail},
      {"flat on the line", line([](double) { return 1.0; }), heavy_tail},
      {"parabola's ridge", plane([](double x, double y) { return square(y - x * x); }), heavy_tail},
      {"eggbox", plane([](double x, double y) { return -std::pow(2 + std::cos(x / 2) * std::cos(y / 2), 5) / 20; }),
       heavy_tail},
      {"tails r^-1 a dr", plane([](double x, double y) { return std::log1p(x * x + y * y); }), heavy_tail},
      {"tails r^-0.5 a dr", plane([](double x, double y) { return 0.75 * std::log1p(x * x + y * y); }), heavy_tail},
      {"cross", plane([](double x, double y) { return square(x * y); }), heavy_tail},
      {"cross bound along x", plane([](double x, double y) { return square(x * y) + 0.01 * x * x; }), heavy_tail},
      {"half flat", plane([](double x, double y) { return std::exp(-x) + y * y; }), heavy_tail},
      {"well in a ridge", plane([](double, double y) { return square(square(y)) - y * y; }), heavy_tail},
      {"saddle", plane([](double x, double y) { return x * y; }), falls_for_ever},
      {"hill", plane([](double x, double y) { return -x * x - y * y; }), falls_for_ever},
      {"slope", line([](double x) { return x; }), falls_for_ever},
      {"point r^-3 in the plane", plane([](double x, double y) {
         return 3 * log_r({x, y}) + x * x + y * y;
       }),
       heavy_point},
      {"line |x|^-1", plane([](double x, double y) { return std::log(std::abs(x)) + x * x + y * y; }), heavy_line},
      {"no number for x < 0", plane([](double x, double y) { return std::log(x) + x * x + y * y; }), not_a_number},
      {"minus infinity for x < 0", plane([](double x, double y) { return std::log(std::max(x, 0.0)) + x * x + y * y; }),
       minus_infinity},
      {"nowhere", plane([](double, double) { return infinite; }), nowhere_finite},
  };
}

}  // namespace ergo::survey_test
