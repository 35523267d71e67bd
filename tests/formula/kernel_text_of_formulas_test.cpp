// The very text of formulas' kernels, compiled as C++ double, has the bits of the evaluator.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/formula/glsl.h"
#include "tests/formula/formula_fixture.h"
#include "tests/formula/formula_text.h"
#include "tests/formula/formulas.h"

namespace ergo::formula_test {
namespace {

bool equal_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

TEST(FormulaKernelText, HasTheBitsOfTheEvaluator) {
  const auto texts = kernel_text::formula_texts();
  ASSERT_EQ(texts.size(), all_formulas().size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const formula::Formula parsed = formula::parse(all_formulas()[i].text);
    ASSERT_EQ(texts[i].name, all_formulas()[i].name);
    RandomPoints points(1);
    for (int k = 0; k < 300; ++k) {
      std::vector<double> sliders = parsed.initial_values();
      for (std::size_t s = 0; s < sliders.size() && k >= 100; ++s) {
        const auto& [id, initial, low, high, logarithmic] = parsed.sliders()[s];
        sliders[s] = std::clamp(initial * (1 + 0.3 * points.next()), low, high);
      }
      const formula::Evaluator evaluate(parsed, sliders);
      const double x = 4 * points.next(), y = k % 50 == 0 ? x : k % 51 == 0 ? 0 : 4 * points.next();
      const auto [energy, dx, dy] = evaluate(x, y);
      const auto text = texts[i].values(sliders, x, y);
      EXPECT_TRUE(equal_bits(energy, text[0]) && equal_bits(dx, text[1]) && equal_bits(dy, text[2]))
          << texts[i].name << " at " << x << ", " << y << ": " << energy << " " << dx << " " << dy << "; "
          << text[0] << " " << text[1] << " " << text[2];
    }
  }
}

TEST(FormulaKernelText, MembersAreWordsOfGlsl) {
  EXPECT_EQ(formula::member_name("b"), "pb");
  EXPECT_EQ(formula::member_name("float"), "pfloat");
  EXPECT_EQ(formula::member_name("sd_x"), "psd_5fx");
  EXPECT_EQ(formula::member_name("_"), "p_5f");
  EXPECT_EQ(formula::member_name("σ"), "p_cf_83");
}

TEST(FormulaKernelText, LongSumsAreLoops) {
  const auto text = [](int terms) {
    return formula::glsl(formula::parse("sum(k, 1, " + std::to_string(terms) + ", sin(k x))"));
  };
  EXPECT_EQ(text(32).find("for ("), std::string::npos);
  EXPECT_NE(text(33).find("for (int i = 1; i <= 33; i = i + 1)"), std::string::npos);
  EXPECT_LT(text(1024).size(), 1000u);
}

}  // namespace
}  // namespace ergo::formula_test
