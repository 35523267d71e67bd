// How a formula is read: each pair of texts must mean the same.
#include <gtest/gtest.h>

#include "tests/formula/formula_fixture.h"

namespace ergo::formula_test {
namespace {

struct Reading {
  std::string text, meaning;
};

/// Both have the same bits everywhere: they make the same operations.
void expect_same(const std::vector<Reading>& readings, const std::string& before = "") {
  for (const auto& [text, meaning] : readings) {
    SCOPED_TRACE(before + text);
    const formula::Evaluator one = evaluator(before + text), other = evaluator(before + meaning);
    RandomPoints points(3);
    for (int k = 0; k < 20; ++k) {
      const double x = points.next(), y = points.next();
      const auto a = one(x, y), b = other(x, y);
      EXPECT_TRUE(is_near(a.energy, b.energy, 0)) << a.energy << " " << b.energy << " at " << x << ", " << y;
      EXPECT_TRUE(is_near(a.dx, b.dx, 0)) << a.dx << " " << b.dx << " at " << x << ", " << y;
      EXPECT_TRUE(is_near(a.dy, b.dy, 0)) << a.dy << " " << b.dy << " at " << x << ", " << y;
    }
  }
}

TEST(FormulaReadings, Arithmetic) {
  expect_same({{"-x^2", "0 - (x*x)"},
               {"2^3^2 + x", "512 + x"},
               {"2^-x", "2^(0 - x)"},
               {"x - y - 1", "(x - y) - 1"},
               {"x / y / 2", "(x/y)/2"},
               {"x - -y", "x + y"},
               {"+x", "x"},
               {"x**3", "x^3"},
               {"2e-1x + .5 + 5.", "0.2*x + 5.5"},
               {"1/2x", "(1/2)*x"},
               {"1/xy", "(1/x)*y"},
               {"-2x", "(-2)*x"},
               {"-x y", "-(x*y)"}});
}

TEST(FormulaReadings, ProductsWithoutASign) {
  expect_same({{"xy", "x*y"},
               {"2xy^2", "2*(x*(y^2))"},
               {"2x(y + 1)", "2*x*(y + 1)"},
               {"(x)(y)", "x*y"},
               {"x (y + 1)", "x*(y + 1)"},
               {"2 sin(x) cos(y)", "2*sin(x)*cos(y)"},
               {"2exp(x)", "2*exp(x)"},
               {"3 if(x < 0, x, y)", "3*if(x < 0, x, y)"},
               {"2πx", "2*pi*x"},
               {"πx", "pi*x"}});
  expect_same(
      {{"r(x + 1)", "r*(x + 1)"}, {"ab", "a*b"}, {"abx", "a*b*x"}, {"xy2", "y2*1 + 0*x"}, {"rσ", "r*σ"}},
      "a = 2; b = x; r = x - y; σ = 3; xy2 = y; y2 = y; ");
  // A name of its own goes before its letters.
  EXPECT_EQ(energy("xy = 7; E = xy + 0x + 0y", 2, 3), 7);
}

TEST(FormulaReadings, Bars) {
  expect_same({{"|x|", "abs(x)"},
               {"|x||y|", "abs(x)*abs(y)"},
               {"|x|y|x|", "abs(x)*y*abs(x)"},
               {"2|x|", "2*abs(x)"},
               {"x|y|", "x*abs(y)"},
               {"||x| - 1|", "abs(abs(x) - 1)"},
               {"|(x|y|)|", "abs(x*abs(y))"},
               {"|-x|", "abs(x)"},
               {"max(|x|, |y|)", "max(abs(x), abs(y))"}});
}

TEST(FormulaReadings, Conditions) {
  expect_same({{"if(x < y, 1, 2)", "if(y > x, 1, 2)"},
               {"if(0 < x < y, 1, 2)", "if(0 < x and x < y, 1, 2)"},
               {"if(x < 0 or y < 0 and x > 1, 1, 2)", "if(x < 0 or (y < 0 and x > 1), 1, 2)"},
               {"if(not x < 0 and y < 0, 1, 2)", "if((not (x < 0)) and y < 0, 1, 2)"},
               {"if(x >= 0, 1, 2)", "if(0 <= x, 1, 2)"},
               {"if(x ≠ 0, 1, 2) + (x ≤ y) + (x ≥ y)", "if(x != 0, 1, 2) + (x <= y) + (x >= y)"},
               {"(x > 0)*y", "if(x > 0, y, 0)"},
               {"if(x and y, 1, 2)", "if(x != 0 and y != 0, 1, 2)"}});
}

TEST(FormulaReadings, PastedText) {
  expect_same({{"x² − 2·x×y ÷ 3", "x^2 - 2*x*y/3"},
               {"x⁻¹ + x¹⁰", "x^-1 + x^10"},
               {"√x + √(y) + √2", "sqrt(x) + sqrt(y) + sqrt(2)"},
               {"√x y", "sqrt(x)*y"},
               {"sin²(x) + cos^2(y)", "sin(x)^2 + cos(y)^2"},
               {"\\frac{1}{2} x^{2}", "(1/2)*x^2"},
               {"\\left(x + y\\right)\\cdot \\sqrt{x}", "(x + y)*sqrt(x)"},
               {"\\exp\\left(-x\\right) + \\left|y\\right|", "exp(-x) + abs(y)"},
               {"\\pi x + \\sin(y) \\le 1", "pi*x + sin(y) <= 1"},
               {"ln(x^2 + 1)", "log(x^2 + 1)"},
               {"[x + {y - 1}]", "x + (y - 1)"}});
  expect_same({{"μ x + σ_x y + \\sigma_x + \\mu y", "m x + s y + s + m y"}},
              "µ = 2; σ_x = 3; m = 2; s = 3; ");
}

TEST(FormulaReadings, Functions) {
  expect_same({{"hypot(x, y)", "sqrt(x^2 + y^2)"},
               {"min(x, y, 1)", "min(min(x, y), 1)"},
               {"max(x, y, 1)", "max(max(x, y), 1)"},
               {"mod(x, 2)", "x - 2 floor(x/2)"},
               {"sum(k, 1, 3, k x^k)", "x + 2x^2 + 3x^3"},
               {"prod(k, 0, 2, x + k)", "x(x + 1)(x + 2)"},
               {"sum(i, 1, 2, sum(j, i, 2, x i j))", "x + x*2 + x*4"},
               {"sum(k, 0, 2, if(k == 0, y, x/k))", "y + x + x/2"},
               {"exp(x) - 1", "expm1(x)"},
               {"log(1 + x^2)", "log1p(x^2)"},
               {"log(exp(x) + exp(y))", "logsumexp(x, y)"}});
}

TEST(FormulaReadings, Statements) {
  const std::vector<std::string> same = {
      "x^2 + y",
      "E = x^2 + y",
      "a = x^2; a + y",
      "a = x^2\na + y\n",
      "# a comment\n\na = x^2 # another\nE = a + y # the last",
      "E = x^2 +\n  y",
      "E = x^2\n  + y",
      "E = (x^2\n  + y)",
      "E = y\n- x\n- -x +x^2",
      "log p = -x^2 - y",
      "p = exp(-x^2 - y)",
      "p = exp(-x^2) exp(-y)",
  };
  for (const std::string& text : same) {
    const auto values = evaluator(text)(2, 3);
    EXPECT_NEAR(values.energy, 7, 1e-14) << text;
    EXPECT_NEAR(values.dx, 4, 1e-14) << text;
    EXPECT_NEAR(values.dy, 1, 1e-14) << text;
  }
}

TEST(FormulaReadings, Dimension) {
  EXPECT_EQ(formula::parse("x^2").dim(), 1);
  EXPECT_EQ(formula::parse("x^2 + y").dim(), 2);
  EXPECT_EQ(formula::parse("x^2 + 0y").dim(), 2);
  EXPECT_EQ(formula::parse("yes = 3; x^2 + yes").dim(), 1);
}

TEST(FormulaReadings, Sliders) {
  const auto f = formula::parse(
      "b = slider(100, 1, 10^3, log); σ = slider(-1/2, -pi, 0, linear)\nc = slider(1, 0, 2); b x + σ y + c");
  ASSERT_EQ(f.sliders().size(), 3u);
  EXPECT_EQ(f.sliders()[0].id, "b");
  EXPECT_EQ(f.sliders()[0].high, 1000);
  EXPECT_TRUE(f.sliders()[0].logarithmic);
  EXPECT_EQ(f.sliders()[1].id, "σ");
  EXPECT_EQ(f.sliders()[1].low, -M_PI);
  EXPECT_FALSE(f.sliders()[1].logarithmic);
  EXPECT_EQ(f.initial_values(), (std::vector<double>{100, -0.5, 1}));
  EXPECT_EQ(formula::Evaluator(f, std::vector<double>{2, -1, 0.5})(3, 5).energy, 2 * 3 - 5 + 0.5);
  EXPECT_THROW(formula::Evaluator(f, std::vector<double>{2, -1}), Error);
  EXPECT_THROW(formula::Evaluator(f, std::vector<double>{2, -1, 2.5}), Error);
  EXPECT_THROW(formula::Evaluator(f, std::vector<double>{NAN, -1, 2}), Error);
}

TEST(FormulaReadings, KinksAndCuspsAreNotAnalytic) {
  for (const char* text : {"x^2 + y^4", "log(1 + x^2) + y^2", "sqrt(1 + x^2 + y^2)", "a = slider(-1, -2, 2); abs(a) x^2 + y^2",
                           "-logsumexp(-x^2, -(x-2)^2) + y^2"})
    EXPECT_TRUE(formula::parse(text).analytic()) << text;
  for (const char* text : {"abs(x) + y^2", "max(x, -x) + y^2", "sqrt(x^2 + y^2)", "(x^2 + y^2)^0.7", "if(x < 0, x^2, 2x^2) + y^2",
                           "sum(k, 1, 40, abs(x - k)) + y^2", "floor(x)^2 + y^2"})
    EXPECT_FALSE(formula::parse(text).analytic()) << text;
}

}  // namespace
}  // namespace ergo::formula_test
