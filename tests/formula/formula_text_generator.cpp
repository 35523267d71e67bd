// Writes a C++ file with the kernel text of every formula of formulas.h, each in a namespace of its own.
#include <fstream>
#include <iostream>

#include "core/formula/glsl.h"
#include "tests/formula/formulas.h"

namespace {

void write_formula(std::ostream& out, const ergo::formula_test::NamedFormula& named) {
  const ergo::formula::Formula formula = ergo::formula::parse(named.text);
  out << "namespace " << named.name << " {\nstruct TargetParameters {\n";
  for (const ergo::formula::Slider& slider : formula.sliders())
    out << "  float " << ergo::formula::member_name(slider.id) << ";\n";
  if (formula.sliders().empty()) out << "  float none;\n";
  out << "};\nstruct Evaluation {\n  float energy;\n  vec2 gradient;\n};\n\n"
      << ergo::formula::glsl(formula) << "}  // namespace " << named.name << "\n\n";
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: formula_text_generator OUTPUT\n";
    return 2;
  }
  std::ofstream out(arguments[1]);
  out << "#include \"tests/formula/formula_text.h\"\n\n#define float double\n"
         "#pragma GCC diagnostic ignored \"-Wunused-parameter\"  // the signatures are fixed\n\n"
         "namespace ergo::kernel_text::formulas {\n\n";
  for (const auto& named : ergo::formula_test::all_formulas()) write_formula(out, named);
  out << "}  // namespace ergo::kernel_text::formulas\n\n"
         "namespace ergo::kernel_text {\n\nstd::vector<FormulaText> formula_texts() {\n  return {\n";
  for (const auto& [name, text] : ergo::formula_test::all_formulas())
    out << "      formula_text(\"" << name << "\", formulas::" << name << "::prepare, formulas::" << name
        << "::evaluate),\n";
  out << "  };\n}\n\n}  // namespace ergo::kernel_text\n";
  return out.flush() ? 0 : 1;
}
