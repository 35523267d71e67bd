// The built-in targets typed as formulas, against their own code.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/unit/registry.h"
#include "tests/formula/formula_fixture.h"
#include "tests/formula/formulas.h"

namespace ergo::formula_test {
namespace {

/// Both make some ten roundings of 1e-16, which cancellation of terms up to a thousand times the result may
/// enlarge.
constexpr double target_tolerance = 1e-12;

TEST(FormulaTargets, EveryTargetOfThePlaneThatNumbersDescribeHasAFormula) {
  for (const auto& unit : targets(Space::plane))
    EXPECT_NE(unit.descriptor.formula.empty(), std::ranges::none_of(unit.descriptor.parameters, is_content))
        << unit.descriptor.id;
}

/// Numbers of a target: its defaults, then others.
std::vector<double> slider_values(const Descriptor& target, bool others) {
  std::vector<double> values = initial_values(target.parameters);
  if (!others) return values;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Parameter& p = target.parameters[k];
    const double middle = (values[k] + p.slider.high) / 2;
    values[k] = p.kind == Kind::real ? middle : p.id == "form" ? 1 : std::floor(middle);
  }
  return values;
}

TEST(FormulaTargets, AgreeWithTheirCode) {
  for (const NamedFormula& each : target_formulas()) {
    const Descriptor& descriptor = target_unit(each.name).descriptor;
    const formula::Formula typed = formula::parse(each.text);
    EXPECT_EQ(typed.dim(), descriptor.dim) << each.name;
    for (const bool others : {false, true}) {
      const std::vector<double> values = slider_values(descriptor, others);
      const std::unique_ptr<Target> target = target_unit(each.name).make(values);
      const formula::Evaluator evaluate(typed, values);
      const Window window = target->window();
      RandomPoints points(1);
      for (int k = 0; k < 500; ++k) {
        const auto along = [&](double low, double high) {
          return (low + high) / 2 + (high - low) / 2 * points.next();
        };
        const Position at = {along(window.low.x, window.high.x),
                             descriptor.dim == 2 ? along(window.low.y, window.high.y) : 0};
        const Evaluation own = target->evaluate(at);
        const auto [energy, dx, dy] = evaluate(at.x, at.y);
        const double scale = 1 + std::abs(own.energy);
        EXPECT_NEAR(energy, own.energy, target_tolerance * scale)
            << each.name << " at " << at.x << ", " << at.y;
        const double slope = target_tolerance * (1 + norm(own.gradient));
        EXPECT_NEAR(dx, own.gradient.x, slope) << each.name << " at " << at.x << ", " << at.y;
        EXPECT_NEAR(dy, own.gradient.y, slope) << each.name << " at " << at.x << ", " << at.y;
      }
    }
  }
}

}  // namespace
}  // namespace ergo::formula_test
