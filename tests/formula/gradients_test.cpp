// Energies and gradients against closed forms derived by hand, and against differences.
#include <gtest/gtest.h>

#include <functional>

#include "tests/formula/formula_fixture.h"
#include "tests/formula/formulas.h"

namespace ergo::formula_test {
namespace {

using Values = formula::Evaluator::Values;
using std::abs, std::atan2, std::cos, std::cosh, std::erf, std::exp, std::hypot, std::log, std::pow, std::sin,
    std::sinh, std::sqrt, std::tan, std::tanh;

struct ClosedForm {
  std::string text;
  std::function<Values(double, double)> values;
};

/// x e^x and the like make some ten roundings of 1e-16, which cancellation enlarges tenfold here.
constexpr double closed_form_tolerance = 1e-13;

double square(double a) { return a * a; }
double sign(double a) { return (a > 0) - (a < 0); }
double bell(double z) { return exp(-z * z / 2); }

const std::vector<ClosedForm>& closed_forms() {
  static const std::vector<ClosedForm> forms = {
      {"(1-x)^2 + 100 (y-x^2)^2",
       [](double x, double y) -> Values {
         const double u = y - x * x;
         return {square(1 - x) + 100 * u * u, -2 * (1 - x) - 400 * x * u, 200 * u};
       }},
      {"x^2/2 + y^2/8",
       [](double x, double y) -> Values {
         return {x * x / 2 + y * y / 8, x, y / 4};
       }},
      {"x^3 y^2",
       [](double x, double y) -> Values {
         return {x * x * x * y * y, 3 * x * x * y * y, 2 * x * x * x * y};
       }},
      {"x^10 - y^7",
       [](double x, double y) -> Values {
         return {pow(x, 10) - pow(y, 7), 10 * pow(x, 9), -7 * pow(y, 6)};
       }},
      {"(3 + x)^-2 (y^2 + 1)^-1",
       [](double x, double y) -> Values {
         const double a = 1 / square(3 + x), b = 1 / (y * y + 1);
         return {a * b, -2 * a * b / (3 + x), -2 * y * a * b * b};
       }},
      {"x/(1 + y^2)",
       [](double x, double y) -> Values {
         const double q = 1 + y * y;
         return {x / q, 1 / q, -2 * x * y / (q * q)};
       }},
      {"(x - y)/(x + y + 5)",
       [](double x, double y) -> Values {
         const double q = x + y + 5;
         return {(x - y) / q, (2 * y + 5) / (q * q), (-2 * x - 5) / (q * q)};
       }},
      {"sqrt(x^2 + y^2)",
       [](double x, double y) -> Values {
         const double r = hypot(x, y);
         return {r, x / r, y / r};
       }},
      {"hypot(x, 2y)",
       [](double x, double y) -> Values {
         const double r = hypot(x, 2 * y);
         return {r, x / r, 4 * y / r};
       }},
      {"exp(x y)",
       [](double x, double y) -> Values {
         return {exp(x * y), y * exp(x * y), x * exp(x * y)};
       }},
      {"exp(-x^2/2) y",
       [](double x, double y) -> Values {
         return {bell(x) * y, -x * bell(x) * y, bell(x)};
       }},
      {"log(1 + x^2 + y^4)",
       [](double x, double y) -> Values {
         const double q = 1 + x * x + pow(y, 4);
         return {log(q), 2 * x / q, 4 * pow(y, 3) / q};
       }},
      {"sin(3x) cos(y)",
       [](double x, double y) -> Values {
         return {sin(3 * x) * cos(y), 3 * cos(3 * x) * cos(y), -sin(3 * x) * sin(y)};
       }},
      {"tan(x/3) + y",
       [](double x, double y) -> Values {
         return {tan(x / 3) + y, 1 / (3 * square(cos(x / 3))), 1};
       }},
      {"asin(x/4) + acos(y/4)",
       [](double x, double y) -> Values {
         return {std::asin(x / 4) + std::acos(y / 4), 1 / sqrt(16 - x * x), -1 / sqrt(16 - y * y)};
       }},
      {"atan(x y)",
       [](double x, double y) -> Values {
         const double q = 1 + square(x * y);
         return {std::atan(x * y), y / q, x / q};
       }},
      {"atan2(y, x)",
       [](double x, double y) -> Values {
         const double q = x * x + y * y;
         return {atan2(y, x), -y / q, x / q};
       }},
      {"sinh(x) + cosh(2y)",
       [](double x, double y) -> Values {
         return {sinh(x) + cosh(2 * y), cosh(x), 2 * sinh(2 * y)};
       }},
      {"tanh(x - y)",
       [](double x, double y) -> Values {
         const double s = 1 / square(cosh(x - y));
         return {tanh(x - y), s, -s};
       }},
      {"erf(x) y^2",
       [](double x, double y) -> Values {
         return {erf(x) * y * y, 2 / sqrt(M_PI) * exp(-x * x) * y * y, 2 * erf(x) * y};
       }},
      {"|x| + |x y|",
       [](double x, double y) -> Values {
         return {abs(x) + abs(x * y), sign(x) + sign(x) * abs(y), abs(x) * sign(y)};
       }},
      {"sign(x) y + floor(y)",
       [](double x, double y) -> Values {
         return {sign(x) * y + std::floor(y), 0, sign(x)};
       }},
      {"mod(x, 2) y",
       [](double x, double y) -> Values {
         const double m = x - 2 * std::floor(x / 2);
         return {m * y, y, m};
       }},
      {"min(x, y) + 3max(x, 2y)",
       [](double x, double y) -> Values {
         return {std::min(x, y) + 3 * std::max(x, 2 * y), (x < y) + 3.0 * (x > 2 * y),
                 (y < x) + 6.0 * (2 * y > x)};
       }},
      {"if(x < y, x^2, y^3)",
       [](double x, double y) -> Values {
         return x < y ? Values{x * x, 2 * x, 0} : Values{y * y * y, 0, 3 * y * y};
       }},
      {"|x|^1.7",
       [](double x, double) -> Values {
         return {pow(abs(x), 1.7), 1.7 * pow(abs(x), 0.7) * sign(x), 0};
       }},
      {"(1 + x^2)^y",
       [](double x, double y) -> Values {
         const double b = 1 + x * x;
         return {pow(b, y), y * pow(b, y - 1) * 2 * x, pow(b, y) * log(b)};
       }},
      {"2^(x - y)",
       [](double x, double y) -> Values {
         const double e = pow(2, x - y);
         return {e, e * log(2), -e * log(2)};
       }},
      {"p = exp(-x^2) exp(-|y|)",
       [](double x, double y) -> Values {
         return {x * x + abs(y), 2 * x, sign(y)};
       }},
      {"p = normal(x, 1, 2) normal(y, x, 3)",
       [](double x, double y) -> Values {
         return {square((x - 1) / 2) / 2 + square((y - x) / 3) / 2 + log(2 * M_PI * 6),
                 (x - 1) / 4 - (y - x) / 9, (y - x) / 9};
       }},
      {"p = 3normal(x, 0, exp(y/2))",
       [](double x, double y) -> Values {
         return {x * x * exp(-y) / 2 + y / 2 + log(2 * M_PI) / 2 - log(3), x * exp(-y),
                 0.5 - x * x * exp(-y) / 2};
       }},
      {"p = exp(-x^2) + 2exp(-y^2)",
       [](double x, double y) -> Values {
         const double a = exp(-x * x), b = 2 * exp(-y * y);
         return {-log(a + b), 2 * x * a / (a + b), 2 * y * b / (a + b)};
       }},
      {"p = x^2/(1 + y^2)^3",
       [](double x, double y) -> Values {
         return {-2 * log(abs(x)) + 3 * log(1 + y * y), -2 / x, 6 * y / (1 + y * y)};
       }},
      {"log p = sin(x) - y",
       [](double x, double y) -> Values {
         return {y - sin(x), -cos(x), 1};
       }},
      {"logsumexp(x, 2y)",
       [](double x, double y) -> Values {
         const double a = exp(x), b = exp(2 * y);
         return {log(a + b), a / (a + b), 2 * b / (a + b)};
       }},
      {"sum(k, 1, 5, k x^k) + prod(k, 1, 3, y + k)",
       [](double x, double y) -> Values {
         Values v{(y + 1) * (y + 2) * (y + 3), 0, (y + 2) * (y + 3) + (y + 1) * (y + 3) + (y + 1) * (y + 2)};
         for (int k = 1; k <= 5; ++k) v.energy += k * pow(x, k), v.dx += k * k * pow(x, k - 1);
         return v;
       }},
      {"sum(k, 1, 100, sin(k x)/k^2) + prod(k, 1, 40, 1 + y/k^2)",
       [](double x, double y) -> Values {
         Values v{0, 0, 0};
         double product = 1, logarithmic = 0;
         for (int k = 1; k <= 100; ++k) v.energy += sin(k * x) / (k * k), v.dx += cos(k * x) / k;
         for (int k = 1; k <= 40; ++k) product *= 1 + y / (k * k), logarithmic += 1 / (k * k + y);
         return {v.energy + product, v.dx, product * logarithmic};
       }},
      {"p = sum(k, 0, 63, normal(x, k/8 - 4, 0.2))",
       [](double x, double) -> Values {
         double total = 0, slope = 0;
         for (int k = 0; k < 64; ++k) {
           const double z = (x - (k / 8.0 - 4)) / 0.2, e = bell(z) / (0.2 * sqrt(2 * M_PI));
           total += e, slope += e * z / 0.2;
         }
         return {-log(total), slope / total, 0};
       }},
  };
  return forms;
}

TEST(FormulaGradients, AgreeWithClosedForms) {
  EXPECT_GE(closed_forms().size(), 30u);
  for (const auto& [text, values] : closed_forms()) {
    const formula::Evaluator evaluate = evaluator(text);
    RandomPoints points(2.5);
    for (int k = 0; k < 200; ++k) {
      const double x = points.next(), y = points.next();
      const Values ours = evaluate(x, y), theirs = values(x, y);
      EXPECT_TRUE(is_near(ours.energy, theirs.energy, closed_form_tolerance) &&
                  is_near(ours.dx, theirs.dx, closed_form_tolerance) &&
                  is_near(ours.dy, theirs.dy, closed_form_tolerance))
          << text << " at " << x << ", " << y << ": " << ours.energy << " " << ours.dx << " " << ours.dy
          << "; " << theirs.energy << " " << theirs.dx << " " << theirs.dy;
    }
  }
}

/// (E(h) - E(-h))/(2h) is off by E''' h^2/6 and by 1e-16 E/h: some 1e-9 of 1 + |E'''| for h = 1e-5. Near
/// kinks and steps it is wrong; what two widths disagree on is left out, which was seen at up to 3 % of the
/// points.
TEST(FormulaGradients, AgreeWithDifferences) {
  constexpr double h = 1e-5, agreement = 1e-6, most_left_out = 0.06;
  for (const NamedFormula& each : all_formulas()) {
    const formula::Evaluator evaluate = evaluator(each.text);
    RandomPoints points(1.9);
    int left_out = 0;
    constexpr int count = 200;
    for (int k = 0; k < count; ++k) {
      const double x = points.next(), y = points.next();
      if (std::isinf(evaluate(x, y).energy)) continue;
      const auto slopes = [&](double step) {
        return std::pair((evaluate(x + step, y).energy - evaluate(x - step, y).energy) / (2 * step),
                         (evaluate(x, y + step).energy - evaluate(x, y - step).energy) / (2 * step));
      };
      const auto wide = slopes(2 * h), narrow = slopes(h);
      if (!is_near(wide.first, narrow.first, agreement) || !is_near(wide.second, narrow.second, agreement) ||
          !std::isfinite(wide.first + wide.second)) {
        ++left_out;
        continue;
      }
      const Values ours = evaluate(x, y);
      EXPECT_TRUE(is_near(ours.dx, narrow.first, agreement) && is_near(ours.dy, narrow.second, agreement))
          << each.name << " at " << x << ", " << y << ": " << ours.dx << " " << ours.dy << "; "
          << narrow.first << " " << narrow.second;
    }
    EXPECT_LE(left_out, most_left_out * count) << each.name;
  }
}

}  // namespace
}  // namespace ergo::formula_test
