#include "core/lanes/generator/function_writer.h"

#include <algorithm>

#include "core/base/error.h"

namespace ergo::glsl {

FunctionWriter::FunctionWriter(Writer& writer, const Instance& instance)
    : writer_(writer), in_(instance), declared_(instance.function ? instance.function->variables.size() : 0, 0) {}

void FunctionWriter::line(const std::string& text) {
  out_ += std::string(static_cast<std::size_t>(2 * depth_), ' ') + text + "\n";
}

/// Passed by reference where it has several numbers and stays as it is: copies of what stands in memory cost more than
/// they hold.
std::string FunctionWriter::parameter(int k) const {
  const Variable& v = in_.function->variables[static_cast<std::size_t>(k)];
  const std::string type = type_text(v.type, in_.varies[static_cast<std::size_t>(k)]);
  const bool several = v.type.base == Base::structure || v.type.components > 1;
  return (several && !assigns(in_.function->body, k) ? "const " + type + "& " : type + " ") + v.name;
}

std::string FunctionWriter::text() {
  const Function& f = *in_.function;
  const std::string result = type_text(f.result, in_.result_varies);
  std::string head = result + " " + in_.name + "(ln::Mask mask_";
  for (std::size_t k = 0; k < f.parameters; ++k) head += ", " + parameter(static_cast<int>(k));
  if (in_.gives_by_lane) {
    line(result + " result_{};");
    line("ln::Mask gone_ = ln::spread(false);");
  }
  statements(f.body);
  if (in_.gives_by_lane) line("return result_;");
  return head + ") const {\n" + out_ + "  }\n";
}

void FunctionWriter::statements(const std::vector<Statement>& all) {
  for (const Statement& s : all) statement(s);
}

void FunctionWriter::statement(const Statement& s) {
  switch (s.form) {
    case Statement::Form::declare: return declare(s);
    case Statement::Form::assign: return assign(s.parts[0], code(s.parts[1]));
    case Statement::Form::call:
      if (!s.parts[0].function && s.parts[0].text == "umulExtended") return wide_product(s.parts[0]);
      return line(code(s.parts[0]).text + ";");
    case Statement::Form::block:
      line("{");
      ++depth_;
      statements(s.body);
      --depth_;
      return line("}");
    case Statement::Form::branch: return branch(s);
    case Statement::Form::loop: return loop(s);
    case Statement::Form::give: return give(s);
  }
}

void FunctionWriter::declare(const Statement& s) {
  declared_[static_cast<std::size_t>(s.variable)] = region_;
  const bool varies = in_.varies[static_cast<std::size_t>(s.variable)];
  if (s.type.array) {
    Type element = s.type;
    element.array = false;
    return line("ln::Array<" + type_text(element, true) + ", " + code(s.parts[0]).text + "> " + s.text + "{};");
  }
  line(type_text(s.type, varies) + " " + s.text +
       (s.parts.empty() ? "{};" : " = " + converted(s.parts[0], varies) + ";"));
}

void FunctionWriter::assign(const Expression& to, const Code& value) {
  const int variable = changed_variable(to);
  const bool varies = in_.varies[static_cast<std::size_t>(variable)];
  const std::string from = varies && !value.varies ? "ln::spread(" + value.text + ")" : value.text;
  if (to.form == Expression::Form::element) {
    if (!to.parts[0].type.array)
      throw Error("no element to assign to:", "uvec4[ ]", "an array's", writer_.text_.where(to.place));
    return line(code(to.parts[0]).text + ".set(" + mask_ + ", " + code(to.parts[1]).text + ", " + from + ");");
  }
  const std::string place = code(to).text;
  if (place.ends_with("()"))
    throw Error("no component to assign to:", to.text, "one of x, y, z, w", writer_.text_.where(to.place));
  const bool by_all = !varies || variable == stepped_ || declared_[static_cast<std::size_t>(variable)] == region_;
  line(by_all ? place + " = " + from + ";" : "ln::assign(" + mask_ + ", " + place + ", " + from + ");");
}

void FunctionWriter::wide_product(const Expression& e) {
  const bool varies = writer_.kinds_.varies(e.parts[0], in_) || writer_.kinds_.varies(e.parts[1], in_);
  const std::string name = "wide" + std::to_string(++names_) + "_";
  line("const auto " + name + " = ln::wide_product(" + converted(e.parts[0], varies) + ", " +
       converted(e.parts[1], varies) + ");");
  assign(e.parts[2], {name + ".high", varies});
  assign(e.parts[3], {name + ".low", varies});
}

bool FunctionWriter::calls_functions(const Expression& e) const {
  return e.function || std::ranges::any_of(e.parts, [this](const Expression& part) { return calls_functions(part); });
}

/// Whether looking if any lane takes a branch costs less than going through it.
bool FunctionWriter::is_long(const std::vector<Statement>& statements) const {
  return std::ranges::any_of(statements, [this](const Statement& s) {
    return s.form == Statement::Form::loop || is_long(s.body) || is_long(s.other) ||
           std::ranges::any_of(s.parts, [this](const Expression& part) { return calls_functions(part); });
  });
}

void FunctionWriter::branch(const Statement& s) {
  const Code by = code(s.parts[0]);
  if (!by.varies) {
    line("if (" + by.text + ") {");
    ++depth_;
    statements(s.body);
    --depth_;
    if (!s.other.empty()) {
      line("} else {");
      ++depth_;
      statements(s.other);
      --depth_;
    }
    line("}");
  } else {
    line("{");
    ++depth_;
    const std::string taken = "taken" + std::to_string(++names_) + "_";
    line("const ln::Mask " + taken + " = " + by.text + ";");
    part(s.body, "(" + mask_ + " & " + taken + ")");
    if (!s.other.empty()) part(s.other, "ln::without(" + mask_ + ", " + taken + ")");
    --depth_;
    line("}");
  }
  leave_out_gone(s.body);
  leave_out_gone(s.other);
}

void FunctionWriter::part(const std::vector<Statement>& body, const std::string& mask) {
  const std::string name = "mask" + std::to_string(++names_) + "_", outer = mask_;
  const int region = region_;
  line("{");
  ++depth_;
  line("ln::Mask " + name + " = " + mask + ";");
  const bool look = is_long(body);
  if (look) line("if (ln::any(" + name + ")) {");
  depth_ += look;
  mask_ = name;
  region_ = ++regions_;
  statements(body);
  region_ = region;
  mask_ = outer;
  depth_ -= look;
  if (look) line("}");
  --depth_;
  line("}");
}

/// Lanes that have returned do no more.
void FunctionWriter::leave_out_gone(const std::vector<Statement>& body) {
  if (in_.gives_by_lane && gives(body)) line(mask_ + " = ln::without(" + mask_ + ", gone_);");
}

void FunctionWriter::give(const Statement& s) {
  const std::string value = converted(s.parts[0], in_.result_varies);
  if (!in_.gives_by_lane) return line("return " + value + ";");
  line("result_ = ln::blend(" + mask_ + ", " + value + ", result_);");
  if (region_ == 0) return line("return result_;");
  line("gone_ = gone_ | " + mask_ + ";");
}

void FunctionWriter::loop(const Statement& s) {
  line("{");
  ++depth_;
  statements(s.head);
  const int outer_stepped = stepped_, region = region_;
  const std::string outer = mask_;
  const Code condition = code(s.parts[0]);
  const int stepped = stepped_variable(s);
  const auto step = [&] {
    stepped_ = stepped;
    statements(s.other);
    stepped_ = outer_stepped;
  };
  if (!condition.varies) {
    line("while (" + condition.text + ") {");
    ++depth_;
  } else {
    mask_ = "mask" + std::to_string(++names_) + "_";
    region_ = ++regions_;
    line("ln::Mask " + mask_ + " = " + outer + ";");
    line("while (true) {");
    ++depth_;
    line(mask_ + " = " + mask_ + " & " + code(s.parts[0]).text + ";");
    line("if (!ln::any(" + mask_ + ")) break;");
  }
  statements(s.body);
  step();
  --depth_;
  line("}");
  mask_ = outer;
  region_ = region;
  --depth_;
  line("}");
}

}  // namespace ergo::glsl
