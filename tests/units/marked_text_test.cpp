// Texts of descriptors: backticks and subscripts are marks, names keep their underscores.
#include "core/base/marked_text.h"

#include <gtest/gtest.h>

#include "core/diagnostics/quantities.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

using Parts = std::vector<TextPart>;

TEST(MarkedText, SingleLettersHaveSubscripts) {
  EXPECT_EQ(text_parts("σ_g"), (Parts{{"σ"}, {"g", true}}));
  EXPECT_EQ(text_parts("α_max c, α_min"), (Parts{{"α"}, {"max", true}, {" c, α"}, {"min", true}}));
  EXPECT_EQ(text_parts("x'_i = x_i + b_i"),
            (Parts{{"x'"}, {"i", true}, {" = x"}, {"i", true}, {" + b"}, {"i", true}}));
  EXPECT_EQ(text_parts("T_x"), (Parts{{"T"}, {"x", true}}));
}

TEST(MarkedText, NamesHaveNone) {
  for (const std::string name : {"step_size", "ess_per_gradient", "x_", "_x", "a _b", "2_3"})
    EXPECT_EQ(text_parts(name), (Parts{{name}})) << name;
}

TEST(MarkedText, BackticksAreMarks) {
  EXPECT_EQ(text_parts("1 if `displacement_steps` is 1"), (Parts{{"1 if displacement_steps is 1"}}));
  EXPECT_EQ(text_parts(""), Parts{});
}

TEST(MarkedText, PlainTextHasTheSubscriptsThatUnicodeHas) {
  EXPECT_EQ(plain_text("α_max"), "αₘₐₓ");
  EXPECT_EQ(plain_text("T_x"), "Tₓ");
  EXPECT_EQ(plain_text("σ_g"), "σg");
  EXPECT_EQ(plain_text("`α_k`"), "αₖ");
}

TEST(MarkedText, NoSymbolIsShownWithItsMarks) {
  const auto expect_typeset = [](const std::string& symbol) {
    EXPECT_EQ(plain_text(symbol).find_first_of("_`"), std::string::npos) << symbol;
  };
  for (const auto& unit : kernel_samplers()) {
    for (const Parameter& p : unit.descriptor.parameters) expect_typeset(p.symbol);
    for (const Channel& c : unit.descriptor.channels) expect_typeset(c.symbol);
  }
  for (const auto& unit : kernel_targets())
    for (const Parameter& p : unit.descriptor.parameters) expect_typeset(p.symbol);
  for (const auto& unit : starts())
    for (const Parameter& p : unit.descriptor.parameters) expect_typeset(p.symbol);
  for (const Quantity& quantity : metric_columns()) expect_typeset(quantity.symbol);
}

}  // namespace
}  // namespace ergo
