#include "core/lanes/generator/writer.h"

#include "core/base/error.h"
#include "core/lanes/generator/function_writer.h"

namespace ergo::glsl {

std::string type_text(const Type& type, bool varies) {
  const std::string kind = varies ? "<ln::Lanes>" : "<ln::Single>";
  if (type.base == Base::structure) return type.structure + kind;
  if (type.components > 1)
    return (type.base == Base::word ? "ln::Uvec" : "ln::Vec") + std::to_string(type.components) + kind;
  switch (type.base) {
    case Base::boolean: return varies ? "ln::Mask" : "bool";
    case Base::integer: return varies ? "ln::Int" : "int";
    case Base::word: return varies ? "ln::Uint" : "ln::Word";
    case Base::real: return varies ? "ln::Float" : "float";
    default: return "void";
  }
}

namespace {

/// A field's type in a struct that is a template of the kind.
std::string field_type(const Type& type) {
  if (type.base == Base::structure) return type.structure + "<Kind>";
  if (type.components > 1)
    return (type.base == Base::word ? "ln::Uvec" : "ln::Vec") + std::to_string(type.components) + "<Kind>";
  const char* const names[] = {"void", "Mask", "Int", "Uint", "Float"};
  return std::string("typename Kind::") + names[static_cast<int>(type.base)];
}

std::string structure_text(const Structure& s) {
  std::string fields, blended, spread, visits;
  for (const Variable& f : s.fields) {
    fields += "    " + field_type(f.type) + " " + f.name + ";\n";
    blended += (blended.empty() ? "" : ", ") + std::string("ln::blend(mask, a.") + f.name + ", b." + f.name + ")";
    spread += (spread.empty() ? "" : ", ") + std::string("ln::spread(a.") + f.name + ")";
    if (f.type.base == Base::real) {
      if (f.type.components == 1) visits += " visit(" + f.name + ");";
      for (int k = 0; k < f.type.components && f.type.components > 1; ++k)
        visits += " visit(" + f.name + "." + "xyzw"[k] + ");";
    }
  }
  return "  template <class Kind>\n  struct " + s.name + " {\n" + fields + "    ERGO_LANES_INLINE static " + s.name +
         " blend(ln::Mask mask, const " + s.name + "& a, const " + s.name + "& b) { return {" + blended +
         "}; }\n    template <class Other>\n    ERGO_LANES_INLINE static " + s.name +
         " spread(const Other& a) { return {" + spread +
         "}; }\n    template <class Visit>\n    ERGO_LANES_INLINE void visit(Visit visit) {" + visits + " }\n  };\n";
}

}  // namespace

std::string Writer::request(const Function& function, std::vector<bool> arguments, const Instance* caller) {
  const Instance& instance = kinds_.of(function, std::move(arguments));
  if (function.provided) return instance.name;
  if (caller) written_[caller].calls.push_back(&instance);
  if (written_.try_emplace(&instance).second) order_.push_back(&instance);
  return instance.name;
}

std::string Writer::function(const std::string& name, const std::vector<bool>& arguments) {
  for (const Function& f : text_.functions)
    if (f.name == name && f.parameters == arguments.size()) return request(f, arguments);
  throw Error("a kernel's text lacks a function:", name, "one of " + std::to_string(arguments.size()) + " parameters",
              text_.files.back());
}

std::string Writer::structures() const {
  std::string all;
  for (const Structure& s : text_.structures) all += structure_text(s);
  return all;
}

std::string Writer::constants() {
  std::string all;
  const Function none;
  Instance nothing;
  nothing.function = &none;
  for (const Constant& c : text_.constants)
    all += "  static constexpr " + type_text(c.variable.type, false) + " " + c.variable.name + " = " +
           FunctionWriter(*this, nothing).code(c.value).text + ";\n";
  return all;
}

/// Decides what is inlined, callees first; returns the size that a call adds to its caller.
std::size_t Writer::settle(const Instance* of) {
  Written& w = written_[of];
  if (w.size == 0) {
    w.size = w.text.size();
    for (const Instance* called : w.calls) w.size += settle(called);
    w.apart = of->function->name.ends_with("_noise") || (w.places > 1 && w.size > longest_inlined);
  }
  return w.apart ? 0 : w.size;
}

std::string Writer::members() {
  std::string all = structures() + constants();
  // Those written ask for more.
  for (std::size_t k = 0; k < order_.size(); ++k) {
    std::string text = FunctionWriter(*this, *order_[k]).text();
    written_[order_[k]].text = std::move(text);
  }
  for (const Instance* each : order_)
    for (const Instance* called : written_[each].calls) ++written_[called].places;
  for (const Instance* each : order_) {
    settle(each);
    all +=
        std::string("\n  ") + (written_[each].apart ? "ERGO_LANES_APART " : "ERGO_LANES_INLINE ") + written_[each].text;
  }
  return all;
}

}  // namespace ergo::glsl
