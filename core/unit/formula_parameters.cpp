#include "core/unit/formula_parameters.h"

#include <algorithm>
#include <sstream>

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

namespace {

/// Whether a line is a definition: one word, which is not that of a density, and an equals sign.
bool defines(const std::string& line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos || line.substr(equals + 1, 1) == "=") return false;
  std::istringstream words(line.substr(0, equals));
  std::string name, more;
  words >> name;
  return !(words >> more) && name != "E" && name != "p" && name.find_first_of("<>!()|") == std::string::npos;
}

/// At most so many letters of UTF-8, the last of them an ellipsis where some are left out.
std::string shortened(const std::string& text, std::size_t most) {
  std::vector<std::size_t> letters;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((text[i] & 0xC0) != 0x80) letters.push_back(i);
  return letters.size() <= most ? text : text.substr(0, letters[most - 1]) + "…";
}

}  // namespace

std::string formula_title(const std::string& text) {
  constexpr std::size_t most_letters = 36;
  std::string line, title;
  const auto end_line = [&] {
    line = line.substr(0, line.find('#'));
    std::istringstream words(defines(line) ? "" : line);
    for (std::string word; words >> word;) title += (title.empty() ? "" : " ") + word;
    line.clear();
  };
  for (const char letter : text)
    if (letter == '\n' || (letter == ';' && line.find('#') == std::string::npos))
      end_line();
    else
      line += letter;
  end_line();
  return title.empty() ? "Formula" : shortened(title, most_letters);
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
