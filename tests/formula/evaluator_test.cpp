// Points by the block, text that was printed, and values where formulas are singular.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <thread>

#include "core/formula/printer.h"
#include "tests/formula/formula_fixture.h"
#include "tests/formula/formulas.h"

namespace ergo::formula_test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

/// 150 points: two whole blocks and a part of one.
TEST(FormulaEvaluator, BlocksHaveTheBitsOfPoints) {
  constexpr std::size_t count = 150;
  for (const NamedFormula& each : all_formulas()) {
    const formula::Evaluator evaluate = evaluator(each.text);
    RandomPoints points(3);
    std::vector<double> x(count), y(count), energy(count), dx(count), dy(count), alone(count);
    for (std::size_t k = 0; k < count; ++k) x[k] = points.next(), y[k] = points.next();
    evaluate.block(x, y, energy, dx, dy);
    evaluate.block(x, y, alone);
    for (std::size_t k = 0; k < count; ++k) {
      const auto values = evaluate(x[k], y[k]);
      EXPECT_TRUE(same_bits(energy[k], values.energy) && same_bits(dx[k], values.dx) &&
                  same_bits(dy[k], values.dy) && same_bits(alone[k], values.energy))
          << each.name << " at " << x[k] << ", " << y[k];
    }
  }
}

TEST(FormulaEvaluator, MayBeSharedByThreads) {
  const formula::Evaluator evaluate = evaluator(target_unit("ring8").descriptor.formula);
  const double alone = evaluate(0.3, 0.4).energy;
  std::vector<std::thread> threads;
  std::array<double, 4> sums{};
  for (double& sum : sums)
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) sum += evaluate(0.3, 0.4).energy;
    });
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) EXPECT_NEAR(sum, 1000 * alone, 1e-9 * std::abs(sum));
}

/// Printing keeps the operations but for the order of sums, and a logsumexp by loops is shifted anew.
TEST(FormulaPrinter, TextReadAgainHasTheSameValues) {
  constexpr double tolerance = 1e-11;
  for (const NamedFormula& each : all_formulas()) {
    const formula::Formula formula = formula::parse(each.text);
    const std::array texts = {energy_text(formula), dx_text(formula), dy_text(formula)};
    const formula::Evaluator evaluate(formula, formula.initial_values());
    std::vector<formula::Evaluator> again;
    for (const std::string& text : texts) {
      SCOPED_TRACE(each.name + ":\n" + text);
      ASSERT_NO_THROW(again.push_back(evaluator(text)));
    }
    RandomPoints points(1.9);
    for (int k = 0; k < 50; ++k) {
      const double x = points.next(), y = points.next();
      const auto values = evaluate(x, y);
      if (std::isinf(values.energy)) continue;
      const std::array expected = {values.energy, values.dx, values.dy};
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(is_near(again[i](x, y).energy, expected[i], tolerance))
            << each.name << " at " << x << ", " << y << ": " << again[i](x, y).energy << " " << expected[i]
            << "\n"
            << texts[i];
    }
  }
}

TEST(FormulaPrinter, IsReadable) {
  const auto printed = [](const std::string& text) { return energy_text(formula::parse(text)); };
  EXPECT_EQ(printed("(1-x)^2 + 100(y-x²)²"), "E = (1 - x)^2 + 100*(y - x^2)^2");
  EXPECT_EQ(dy_text(formula::parse("(1-x)^2 + 100(y-x²)²")), "E = 200*(y - x^2)");
  EXPECT_EQ(printed("r = hypot(x, y); (r - 2.6)²/0.033"), "r = sqrt(x^2 + y^2)\nE = (r - 2.6)^2/0.033");
  EXPECT_EQ(printed("σ = slider(1, 0.1, 2, log); x²/(2σ²)"), "σ = slider(1, 0.1, 2, log)\nE = x^2/(2*σ^2)");
  EXPECT_EQ(printed("p = exp(-x^2) + exp(-y^2)"), "E = -logsumexp(-x^2, -y^2)");
  EXPECT_EQ(printed("if(x < 1 and not y > 2, |x|, inf)"), "E = if(x < 1 and not 2 < y, abs(x), inf)");
  EXPECT_EQ(printed("x - (y - 1)"), "E = x - (y - 1)");
  EXPECT_EQ(printed("x/(y/2) + x^(-2)"), "E = x/(y/2) + x^(-2)");
  EXPECT_EQ(printed("sum(k, 1, 40, sin(k x))"), "E = sum(k, 1, 40, sin(x*k))");
}

TEST(FormulaNumerics, SingularPoints) {
  const auto at = [](const std::string& text, double x, double y = 0) { return evaluator(text)(x, y); };
  const auto is_zero = [&](const std::string& text, double energy = 0) {
    const auto v = at(text, 0, 0);
    EXPECT_EQ(v.energy, energy) << text;
    EXPECT_EQ(v.dx, 0) << text;
    EXPECT_EQ(v.dy, 0) << text;
  };
  for (const char* text : {"sqrt(x^2 + y^2)", "hypot(x, y)", "|x| + |y|", "sign(x)", "atan2(y, x)", "x^1.5",
                           "|x|^0.5", "sqrt(x)", "(x^2)^0.3", "|x|^(1 + y^2)"})
    is_zero(text);
  is_zero("if(x == 0 and y == 0, 0, log(x^2 + y^2))");  // the other choice does not get in
  is_zero("if(x > 0, x log(x), 0)");
  is_zero("if(x^2 + y^2 > 0, sin(hypot(x, y))/hypot(x, y), 1)", 1);
  is_zero("n = slider(0.5, 0, 2); |x|^n");
  EXPECT_EQ(at("p = x exp(-x^2)", -1).energy, infinite);
  EXPECT_EQ(at("p = x exp(-x^2)", -1).dx, -2);  // of what exponentials give, the wall has none
  EXPECT_EQ(at("p = 1 - x^2", 3).energy, infinite);
  EXPECT_EQ(at("p = 1 - x^2", 3).dx, 0);
  EXPECT_EQ(at("if(max(|x|, |y|) < 1, 0, inf)", 3).energy, infinite);
  EXPECT_EQ(at("if(max(|x|, |y|) < 1, 0, inf)", 3).dx, 0);
  EXPECT_EQ(at("p = if(x > 1, exp(-x), 0) + if(x < -1, exp(x), 0)", 0).energy, infinite);
  EXPECT_EQ(at("p = if(x > 1, exp(-x), 0) + if(x < -1, exp(x), 0)", 0).dx, 0);
  EXPECT_EQ(at("p = if(x > 1, exp(-x), 0) + if(x < -1, exp(x), 0)", 2).dx, 1);
}

/// Where densities underflow their logarithms do not, nor do functions lose their digits.
TEST(FormulaNumerics, FarAndNear) {
  const auto at = [](const std::string& text, double x, double y = 0) { return evaluator(text)(x, y); };
  EXPECT_NEAR(at("p = normal(x, 0, 1) + normal(x, 3, 1)", 1e3).energy,
              997.0 * 997 / 2 + std::log(2 * M_PI) / 2, 1e-9);
  EXPECT_NEAR(at("p = normal(x, 0, 1) + normal(x, 3, 1)", 1e3).dx, 997, 1e-11);
  EXPECT_NEAR(at("-log(exp(-x^2) + 3exp(-2x^2))", 100).energy, 1e4, 1e-10);
  EXPECT_NEAR(at("-log(exp(-x^2) + 3exp(-2x^2))", 100).dx, 200, 1e-12);
  EXPECT_NEAR(at("w = slider(0, 0, 1); p = w normal(x, 0, 1) + (1 - w) normal(x, 60, 1)", 0).energy,
              1800 + std::log(2 * M_PI) / 2, 1e-10);
  EXPECT_NEAR(at("p = sum(k, 1, 40, exp(-k (x - 100)^2))", 0).energy, 1e4, 1e-9);
  EXPECT_NEAR(at("log(cosh(x))", 1000).energy, 1000 - std::log(2), 1e-12);
  EXPECT_NEAR(at("log(cosh(x))", 1000).dx, 1, 1e-15);
  for (const double x : {1e-300, 1e-20, 1e-9, 1e-3, 0.3, 2.0, 15.0}) {
    constexpr double digits = 4e-15;
    EXPECT_NEAR(at("exp(x) - 1", x).energy / std::expm1(x), 1, digits) << x;
    EXPECT_NEAR(at("log(1 + x)", x).energy / std::log1p(x), 1, digits) << x;
    EXPECT_NEAR(at("log(1 - x/20)", x).energy / std::log1p(-x / 20), 1, digits) << x;
    EXPECT_NEAR(at("tanh(x)", x).energy / std::tanh(x), 1, digits) << x;
    EXPECT_NEAR(at("tanh(-x)", x).energy / std::tanh(-x), 1, digits) << x;
    EXPECT_NEAR(at("sinh(x)", x).energy / std::sinh(x), 1, digits) << x;
    EXPECT_NEAR(at("cosh(x)", x).energy / std::cosh(x), 1, digits) << x;
    EXPECT_NEAR(at("erf(x)", x).energy / std::erf(x), 1, digits) << x;
    EXPECT_NEAR(at("erf(-x)", x).energy / std::erf(-x), 1, digits) << x;
  }
  EXPECT_EQ(at("tanh(x)", 1e4).energy, 1);
  EXPECT_EQ(at("tanh(x)", -1e4).dx, 0);
  EXPECT_EQ(at("sinh(x)", 1e4).energy, infinite);
  EXPECT_EQ(at("erf(x)", infinite).energy, 1);
}

/// erf and its rational approximations meet at 0.46875; the largest error is near 4, where they are far out.
TEST(FormulaNumerics, ErrorFunction) {
  const formula::Evaluator erf = evaluator("erf(x)");
  double worst = 0;
  for (int k = -7000; k <= 7000; ++k)
    worst = std::max(worst, std::abs(erf(k * 1e-3, 0).energy - std::erf(k * 1e-3)));
  EXPECT_LE(worst, 1e-15);
}

}  // namespace
}  // namespace ergo::formula_test
