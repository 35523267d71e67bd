#pragma once

#include <array>

#include "tests/units/kernel_text.h"

namespace ergo::kernel_text {

/// The kernel text of one formula, compiled as C++ double.
struct FormulaText {
  std::string name;
  std::function<std::array<double, 3>(std::span<const double> sliders, double x, double y)>
      values;  ///< E, dE/dx, dE/dy
};

/// All of tests/formula/formulas.h; written by formula_text_generator.
std::vector<FormulaText> formula_texts();

template <class Parameters, class Constants, class Evaluation>
FormulaText formula_text(std::string name, Constants (*prepare)(Parameters),
                         Evaluation (*evaluate)(vec2, Constants)) {
  return {std::move(name), [=](std::span<const double> sliders, double x, double y) {
            const Evaluation at = evaluate(vec2(x, y), prepare(from_numbers<Parameters>(sliders)));
            return std::array{at.energy, at.gradient.x, at.gradient.y};
          }};
}

}  // namespace ergo::kernel_text
