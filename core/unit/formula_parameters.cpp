#include "core/unit/formula_parameters.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/formula/glsl.h"

namespace ergo {

formula::Formula formula_of(const std::string& text, const std::string& where) {
  try {
    return formula::parse(text);
  } catch (const formula::FormulaError& mistake) {
    throw Error(mistake.where + ": " + mistake.thing, mistake.value, mistake.legal, where);
  }
}

std::vector<Parameter> with_sliders(std::vector<Parameter> own, const formula::Formula& formula,
                                    const std::string& where) {
  for (const formula::Slider& slider : formula.sliders()) {
    if (std::ranges::find(own, slider.id, &Parameter::id) != own.end())
      throw Error("a slider has the name of a parameter of the target:", slider.id, "another name", where);
    own.push_back({.id = slider.id,
                   .title = slider.id,
                   .symbol = slider.id,
                   .doc = "A slider that the formula declares.",
                   .initial = slider.initial,
                   .hard = {slider.low, slider.high},
                   .slider = {slider.low, slider.high},
                   .scale = slider.logarithmic ? Scale::log : Scale::linear,
                   .kernel_name = formula::member_name(slider.id)});
  }
  return own;
}

std::vector<double> slider_values(const Parameters& values, const formula::Formula& formula) {
  std::vector<double> list;
  for (const formula::Slider& slider : formula.sliders()) list.push_back(values[slider.id]);
  return list;
}

Parameter formula_parameter(const std::string& initial) {
  return {.id = formula_text,
          .title = "Formula",
          .symbol = "E(x, y)",
          .doc = "Definitions, then E = …, p = …, log p = … or a bare energy. b = slider(1, 0, 5) declares a slider b.",
          .hard = {0, 1},
          .slider = {0, 1},
          .kind = Kind::text,
          .text = {.initial = initial, .legal = "a formula of x and y"}};
}

}  // namespace ergo
