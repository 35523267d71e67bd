// Every mistake is told with its place.
#include <gtest/gtest.h>

#include "core/formula/formula.h"

namespace ergo::formula_test {
namespace {

struct Mistaken {
  std::string text;
  int line, column;
  std::string words;  ///< part of the message
};

void expect_errors(const std::vector<Mistaken>& all) {
  for (const auto& [text, line, column, words] : all) {
    SCOPED_TRACE(text.substr(0, 200));
    try {
      formula::parse(text);
      ADD_FAILURE() << "no error";
    } catch (const formula::FormulaError& error) {
      EXPECT_EQ(error.line, line) << error.what();
      EXPECT_EQ(error.column, column) << error.what();
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what())
                    .find("line " + std::to_string(line) + ", column " + std::to_string(column)),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(FormulaErrors, Words) {
  expect_errors({{"x $ y", 1, 3, "unexpected character '$'"},
                 {"x + \"a\"", 1, 5, "unexpected character '\"'"},
                 {"μ", 1, 1, "unknown name 'μ'"},
                 {"α = 1; μ", 1, 8, "unknown name 'μ'"},
                 {"x +\n  ☃", 2, 3, "unexpected character '☃'"},
                 {"σ_x = 1; σ_x + \xff", 1, 16, "no UTF-8"},
                 {"1e400 x", 1, 1, "number out of range '1e400'"},
                 {"x + .", 1, 5, "no number"},
                 {"\\foo x", 1, 1, "unknown command '\\foo'"},
                 {"x²⁻³", 1, 2, "illegal superscript"},
                 {"x^2 y⁹⁹⁹⁹", 1, 6, "illegal superscript"}});
}

TEST(FormulaErrors, Names) {
  expect_errors({{"sinn(x)", 1, 1, "unknown function 'sinn'; did you mean 'sin'?"},
                 {"2 + sqr(x)", 1, 5, "did you mean 'sqrt'?"},
                 {"alpha = 2; E = x alhpa", 1, 18, "unknown name 'alhpa'; did you mean 'alpha'?"},
                 {"x + e^y", 1, 5, "exp(1)"},
                 {"pow(x, 2)", 1, 1, "a^b"},
                 {"E + x", 1, 1, "unknown name 'E'"},
                 {"xz", 1, 1, "unknown name 'xz'"},
                 {"a = a + 1; x", 1, 5, "unknown name 'a'"},
                 {"x + z; z = 3", 1, 5, "unknown name 'z'"},
                 {"sin = 3; x", 1, 1, "reserved name 'sin'"},
                 {"x = 3; x", 1, 1, "reserved name 'x'"},
                 {"π = 3; x", 1, 1, "reserved name 'pi'"},
                 {"slider = 3; x", 1, 1, "reserved name 'slider'"},
                 {"a = 3\na = 4\nx", 2, 1, "second meaning of 'a'"},
                 {"a = 3; sum(a, 1, 3, x)", 1, 12, "second meaning of 'a'"},
                 {"sum(x, 1, 3, x)", 1, 5, "reserved name 'x'"},
                 {"sum(k, 1, 3, x) + k", 1, 19, "unknown name 'k'"},
                 {"sum(k, 1, k, x)", 1, 11, "unknown name 'k'"}});
}

TEST(FormulaErrors, Grammar) {
  expect_errors({{"", 1, 1, "the density is missing"},
                 {"a = 3;\n", 2, 1, "the density is missing"},
                 {"# only a comment", 1, 17, "the density is missing"},
                 {"x; y", 1, 4, "the density comes last"},
                 {"E = x\ny", 2, 1, "the density comes last"},
                 {"E = x\na = 3", 2, 1, "the density comes last"},
                 {"x +", 1, 4, "expected a number, a name or (, but the formula ends"},
                 {"x + ; y", 1, 5, "expected a number, a name or ( in place of ';'"},
                 {"x + * y", 1, 5, "in place of '*'"},
                 {"(x + y", 1, 7, "expected ), but the formula ends"},
                 {"(x + y]", 1, 7, "expected ) in place of ']'"},
                 {"x + y)", 1, 6, "unexpected ')'"},
                 {"|x + 1", 1, 7, "expected a closing |, but the formula ends"},
                 {"x 2", 1, 3, "expected an operator, e.g. *, before '2'"},
                 {"2 3", 1, 3, "expected an operator, e.g. *, before '3'"},
                 {"if(x = 1, 2, 3)", 1, 6, "expected ) in place of '='"},
                 {"x = y = 3", 1, 1, "reserved"},
                 {"a = b = 3; x", 1, 5, "unknown name 'b'"},
                 {"sin x", 1, 5, "expected ( after sin"},
                 {"sin(x, y)", 1, 1, "sin takes 1 argument, not 2"},
                 {"1 + atan2(x)", 1, 5, "atan2 takes 2 arguments, not 1"},
                 {"max(x)", 1, 1, "max takes 2 or more arguments, not 1"},
                 {"if(x, y)", 1, 1, "if takes 3 arguments, not 2"},
                 {"exp()", 1, 1, "exp takes 1 argument, not 0"},
                 {"sin^x(y)", 1, 5, "a positive whole exponent"},
                 {"\\frac x y", 1, 7, "{ of \\frac{a}{b}"},
                 {"sum(k, 1, 3)", 1, 12, "expected ,"},
                 {"sum(3, 1, 3, x)", 1, 5, "expected the index"}});
}

TEST(FormulaErrors, Sliders) {
  expect_errors(
      {{"a = slider(1, 2, 3); x", 1, 12, "the initial value is outside the range: '1'; legal: 2 to 3"},
       {"a = slider(1, 3, 3); x", 1, 18, "the slider's range is empty: '3 to 3'"},
       {"a = slider(1, 3, 1); x", 1, 18, "range is empty"},
       {"a = slider(1, 0, 3, log); x", 1, 15, "a log scale cannot begin at '0'"},
       {"a = slider(1, 0.5, 3, lin); x", 1, 23, "expected the scale, log or linear, in place of 'lin'"},
       {"a = slider(1, 0); x", 1, 16, "expected ,"},
       {"a = slider(x, 0, 1); x", 1, 12, "the initial value must be a constant"},
       {"a = slider(1, 0, 3); b = slider(a, 0, 1); x", 1, 33, "must be a constant"},
       {"a = slider(1, 0, inf); x", 1, 18, "the upper end must be a constant"},
       {"x slider(1, 0, 3)", 1, 3, "a slider is a line of its own"},
       {"a = 2 slider(1, 0, 3); x", 1, 7, "a slider is a line of its own"}});
}

TEST(FormulaErrors, Constants) {
  expect_errors({{"x + 1/0", 1, 6, "a constant is infinite; legal: finite numbers; write inf"},
                 {"if(x < 1, 0, 1/0)", 1, 15, "write inf"},
                 {"x + 0/0", 1, 6, "not a number"},
                 {"x + log(0)", 1, 5, "infinite"},
                 {"x + sqrt(-1)", 1, 5, "not a number"},
                 {"x +\n 10^10^10", 2, 4, "infinite"},
                 {"(inf - inf) x", 1, 6, "not a number"},
                 {"inf x", 1, 5, "infinity is multiplied"},
                 {"x + (x + 1)^inf", 1, 12, "infinity is multiplied"},
                 {"1e200 * 1e200 x", 1, 7, "infinite"},
                 {"sum(k, 0, 3, x/k)", 1, 15, "division by 0"}});
}

TEST(FormulaErrors, SumsAndLimits) {
  std::string nested;
  for (int k = 0; k < 300; ++k) nested += "(";
  const std::string powers = "x" + std::string(600, '^');
  std::string minus(5000, '-'), tower = "x";
  for (int k = 0; k < 1000; ++k) tower += "^2";
  std::string many;
  for (int k = 0; k < 1000; ++k) many += "+sin(x)^" + std::to_string(k % 9);
  expect_errors({{"sum(k, 1, 1025, x)", 1, 11, "no legal number of terms: '1025'; legal: 1 to 1024"},
                 {"sum(k, 3, 2, x)", 1, 11, "no legal number of terms: '0'"},
                 {"sum(k, 1, 40, sum(j, 1, 40, x))", 1, 25, "nested sums and products multiplied"},
                 {"sum(k, 1, 2.5, x)", 1, 11, "no whole number: '2.5'"},
                 {"sum(k, 1, y, x)", 1, 11, "must be a constant"},
                 {"prod(k, 0, 1e9, x)", 1, 12, "no whole number"},
                 {std::string(8193, ' ') + "x", 1, 1, "the formula is too long: '8194 bytes'"},
                 {nested + "x", 1, 201, "nested more than 200 deep"},
                 {minus + "x", 1, 200, "nested more than 200 deep"},
                 {tower, 1, 400, "nested more than 200 deep"},
                 {"sum(k, 1, 30, sum(j, 1, 30, sin(x^k + j) cos(y k^2 + j) exp(x j - k y) tan(j x - k)))", 1,
                  1, "grows beyond 20000 operations"}});
}

TEST(FormulaErrors, PointAtThePlace) {
  try {
    formula::parse("σ = 2\n\tE = σ x + sinn(x)");
    ADD_FAILURE();
  } catch (const formula::FormulaError& error) {
    EXPECT_EQ(error.excerpt, " E = σ x + sinn(x)\n           ^");
    EXPECT_EQ(error.where, "line 2, column 12");
    EXPECT_EQ(error.blame, Blame::user);
  }
}

}  // namespace
}  // namespace ergo::formula_test
