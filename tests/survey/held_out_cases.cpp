#include "density_cases.h"

namespace ergo::survey_test {

std::vector<DensityCase> held_out_cases() {
  using enum Properness::Finding;
  return {
      // Proper ones.
      {"logistic on the line", line([](double x) { return std::abs(x) + 2 * std::log1p(std::exp(-std::abs(x))); }),
       not_shown_improper},
      {"Gaussian far and narrow", plane([](double x, double y) { return 500 * (square(x - 300) + square(y + 40)); }),
       not_shown_improper},
      {"tails r^-1.05 a dr", plane([](double x, double y) { return 2.05 / 2 * std::log1p(x * x + y * y); }),
       not_shown_improper},
      {"tails |x|^-1.1 on the line", line([](double x) { return 0.55 * std::log1p(square(x - 3)); }),
       not_shown_improper},
      {"r^-2 log^-2 r", plane([](double x, double y) {
         const double s = std::log(4 + x * x + y * y);
         return s + 2 * std::log(s);
       }),
       not_shown_improper},
      {"turned cross with a weak bowl",
       plane([](double x, double y) { return square((x - y) * (x + y)) + 0.01 * (x * x + y * y); }),
       not_shown_improper},
      {"ring singular like |r-1|^-1/2", plane([](double x, double y) {
         const double r = std::hypot(x, y);
         return 0.5 * std::log(std::abs(r - 1)) + r * r;
       }),
       not_shown_improper},
      {"wells and ripples",
       plane([](double x, double y) { return 0.05 * (x * x + y * y) + 3 * std::sin(3 * x) * std::sin(2 * y); }),
       not_shown_improper},
      // Improper ones.
      {"ridge along a diagonal", plane([](double x, double y) { return square(x - 2 * y + 1); }), heavy_tail},
      {"cubic ridge", plane([](double x, double y) { return 3 * square(y - x * x * x) + 0.3 * std::cos(x); }),
       heavy_tail},
      {"uniform on a half plane", plane([](double x, double y) { return x + y > 1 ? 0 : infinite; }), heavy_tail},
      {"uniform between parabolas", plane([](double x, double y) { return y > x * x && y < x * x + 1 ? 0 : infinite; }),
       heavy_tail},
      {"Gaussian on a faint floor",
       plane([](double x, double y) { return -std::log(std::exp(-(x * x + y * y) / 2) + 1e-9); }), heavy_tail},
      {"r^-2 log^-1 r", plane([](double x, double y) {
         const double s = std::log(4 + x * x + y * y);
         return s + std::log(s);
       }),
       heavy_tail},
      {"|x|^-1 for x > 1 on the line", line([](double x) { return x > 1 ? std::log(x) : infinite; }), heavy_tail},
      {"wave on a slope", plane([](double x, double y) { return std::sin(x) + y * y - 0.1 * x; }), falls_for_ever},
      {"unstable quartic", plane([](double x, double y) { return x * x * x * x - 3 * x * x * y * y + y * y; }),
       falls_for_ever},
      {"point at (1.5, -0.7) like r^-2", plane([](double x, double y) {
         return 2 * log_r({x - 1.5, y + 0.7}) + (x * x + y * y) / 8;
       }),
       heavy_point},
      {"circle singular like |r-1|^-1", plane([](double x, double y) {
         const double r = std::hypot(x, y);
         return std::log(std::abs(r - 1)) + r * r;
       }),
       heavy_line},
      {"gravity on the line", line([](double x) { return -1 / std::abs(x - 0.5) + x * x; }), heavy_point},
      {"square root outside a disc", plane([](double x, double y) { return -std::sqrt(1 - x * x - y * y); }),
       not_a_number},
  };
}

}  // namespace ergo::survey_test
