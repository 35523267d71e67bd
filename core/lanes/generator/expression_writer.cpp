// How FunctionWriter writes expressions.
#include <algorithm>

#include "core/base/error.h"
#include "core/lanes/generator/function_writer.h"

namespace ergo::glsl {

namespace {

bool is_product(const Expression& e) {
  return e.form == Expression::Form::binary && e.text == "*" && e.type.base == Base::real;
}

}  // namespace

std::string FunctionWriter::converted(const Expression& e, bool varies) {
  const Code made = code(e);
  return varies && !made.varies ? "ln::spread(" + made.text + ")" : made.text;
}

Code FunctionWriter::code(const Expression& e) {
  switch (e.form) {
    case Expression::Form::number: return {e.text + (e.type.base == Base::real ? "f" : ""), false};
    case Expression::Form::name: return {e.text, writer_.kinds_.varies(e, in_)};
    case Expression::Form::unary: return unary(e);
    case Expression::Form::binary: return binary(e);
    case Expression::Form::choice: return choice(e);
    case Expression::Form::call: return call(e);
    case Expression::Form::make: return make(e);
    case Expression::Form::field: {
      const Code of = code(e.parts[0]);
      return {of.text + "." + e.text + (e.text.size() == 2 && e.parts[0].type.components == 4 ? "()" : ""), of.varies};
    }
    default: return element(e);
  }
}

Code FunctionWriter::unary(const Expression& e) {
  const Code of = code(e.parts[0]);
  return {e.text == "+" ? of.text : "(" + e.text + of.text + ")", of.varies};
}

Code FunctionWriter::binary(const Expression& e) {
  const bool varies = writer_.kinds_.varies(e, in_);
  if (const Code one = fused(e, varies); !one.text.empty()) return one;
  // The count of a shift stays one number where it can.
  const bool shift = e.text == "<<" || e.text == ">>";
  const bool right = shift ? writer_.kinds_.varies(e.parts[1], in_) : varies;
  const std::string sign = varies && (e.text == "&&" || e.text == "||") ? e.text.substr(1) : e.text;
  if (varies && (sign == "/" || sign == "%") && e.type.base != Base::real)
    return {std::string(sign == "/" ? "ln::quotient(" : "ln::remainder(") + converted(e.parts[0], true) + ", " +
                converted(e.parts[1], true) + ")",
            true};
  return {"(" + converted(e.parts[0], varies) + " " + sign + " " + converted(e.parts[1], right) + ")", varies};
}

/// a*b + c, c + a*b, a*b - c and c - a*b.
Code FunctionWriter::fused(const Expression& e, bool varies) {
  const bool sum = e.text == "+", difference = e.text == "-";
  if ((!sum && !difference) || e.type.base != Base::real || in_.function->name.empty()) return {};
  const bool first = is_product(e.parts[0]) && e.parts[0].type == e.type;
  const bool second = is_product(e.parts[1]) && e.parts[1].type == e.type;
  if (!first && !second) return {};
  const Expression &product = e.parts[first ? 0 : 1], &other = e.parts[first ? 1 : 0];
  if (other.type != e.type) return {};
  const char* const name = sum ? "ln::fma(" : first ? "ln::fms(" : "ln::fnma(";
  return {name + converted(product.parts[0], varies) + ", " + converted(product.parts[1], varies) + ", " +
              converted(other, varies) + ")",
          varies};
}

Code FunctionWriter::choice(const Expression& e) {
  const Code by = code(e.parts[0]);
  const bool varies = writer_.kinds_.varies(e, in_);
  const std::string a = converted(e.parts[1], varies), b = converted(e.parts[2], varies);
  if (by.varies) return {"ln::blend(" + by.text + ", " + a + ", " + b + ")", true};
  return {"(" + by.text + " ? " + a + " : " + b + ")", varies};
}

Code FunctionWriter::make(const Expression& e) {
  const bool varies = writer_.kinds_.varies(e, in_);
  if (e.type.components == 1 && e.type.base != Base::structure) {
    const Expression& from = e.parts[0];
    // A word shifted to the right is below 2^31, for which lanes have a faster way.
    const bool small =
        e.text == "float" && from.form == Expression::Form::binary && from.text == ">>" && from.type.base == Base::word;
    return {(small ? "ln::to_float_below_2_31(" : "ln::to_" + e.text + "(") + converted(from, varies) + ")", varies};
  }
  std::string arguments;
  for (const Expression& part : e.parts) arguments += (arguments.empty() ? "" : ", ") + converted(part, varies);
  return {type_text(e.type, varies) + "{" + arguments + "}", varies};
}

Code FunctionWriter::call(const Expression& e) {
  std::vector<bool> kinds;
  for (const Expression& part : e.parts) kinds.push_back(writer_.kinds_.varies(part, in_));
  std::string arguments = e.function ? mask_ : "";
  if (!e.function) {
    const bool varies = std::ranges::any_of(kinds, [](bool v) { return v; });
    for (const Expression& part : e.parts) arguments += (arguments.empty() ? "" : ", ") + converted(part, varies);
    return {"ln::" + e.text + "(" + arguments + ")", varies};
  }
  const Instance& called = writer_.kinds_.of(*e.function, kinds);
  for (std::size_t k = 0; k < e.parts.size(); ++k) arguments += ", " + converted(e.parts[k], called.varies[k]);
  return {writer_.request(*e.function, kinds, &in_) + "(" + arguments + ")", called.result_varies};
}

Code FunctionWriter::element(const Expression& e) {
  const Expression& of = e.parts[0];
  const Code index = code(e.parts[1]);
  if (of.form == Expression::Form::name && of.variable < 0)
    return {"ln::read(" + of.text + ", " + of.text + "_count, " + index.text + ")", index.varies};
  if (of.type.array) return {code(of).text + ".get(" + index.text + ")", true};
  if (index.varies)
    throw Error("a component chosen by lane:", "[ ]", "one index for all lanes", writer_.text_.where(e.place));
  const Code from = code(of);
  return {"ln::component(" + from.text + ", " + index.text + ")", from.varies};
}

}  // namespace ergo::glsl
