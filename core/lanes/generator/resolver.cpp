#include "core/lanes/generator/resolver.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"

namespace ergo::glsl {

namespace {

const std::map<std::string, Type> named_types = {
    {"bool", {Base::boolean}}, {"int", {Base::integer}},   {"uint", {Base::word}},
    {"float", {Base::real}},   {"vec2", {Base::real, 2}},  {"vec3", {Base::real, 3}},
    {"vec4", {Base::real, 4}}, {"uvec2", {Base::word, 2}}, {"uvec4", {Base::word, 4}}};

const Type real = {Base::real}, boolean = {Base::boolean}, integer = {Base::integer}, word = {Base::word};

bool is_whole(const Type& t) { return t == integer || t == word; }
bool is_number(const Type& t) { return is_whole(t) || t == real; }

/// Number of arguments of functions from float to float.
const std::map<std::string, std::size_t> real_functions = {
    {"abs", 1},  {"ceil", 1}, {"cos", 1},  {"exp", 1}, {"exp2", 1}, {"floor", 1}, {"inversesqrt", 1}, {"log", 1},
    {"log2", 1}, {"sin", 1},  {"sqrt", 1}, {"max", 2}, {"min", 2},  {"pow", 2},   {"step", 2},        {"clamp", 3}};

/// Names that C++ keeps for itself, of those that a text might use.
const std::set<std::string> kept_names = {
    "auto",    "case",     "catch",    "char",   "class",   "const",    "default",  "delete",    "double",
    "enum",    "explicit", "export",   "friend", "inline",  "long",     "mutable",  "namespace", "new",
    "private", "public",   "register", "short",  "signed",  "static",   "template", "this",      "throw",
    "try",     "union",    "unsigned", "using",  "virtual", "volatile", "ln",       "Kernel"};

}  // namespace

std::string words_of(const Type& type) {
  if (type.base == Base::structure) return type.structure;
  for (const auto& [name, named] : named_types)
    if (named.base == type.base && named.components == type.components) return name + (type.array ? "[]" : "");
  return "void";
}

void Resolver::refuse(const std::string& what, const std::string& value, const std::string& legal, Place place) const {
  throw Error(what, value, legal, text_.where(place));
}

Type Resolver::type_of_name(const std::string& name) const {
  if (const auto found = named_types.find(name); found != named_types.end()) return found->second;
  if (text_.structure(name)) return {.base = Base::structure, .structure = name};
  return {};
}

void Resolver::begin(Function& function) {
  function_ = &function;
  scopes_.assign(1, {});
  for (std::size_t k = 0; k < function.parameters; ++k) scopes_[0][function.variables[k].name] = static_cast<int>(k);
}

int Resolver::declare(Variable variable) {
  if (kept_names.contains(variable.name) || variable.name.ends_with('_'))
    refuse("a name that C++ or the writer keeps for itself:", variable.name, "another one", variable.place);
  const int number = static_cast<int>(function_->variables.size());
  scopes_.back()[variable.name] = number;
  function_->variables.push_back(std::move(variable));
  return number;
}

void Resolver::resolve(Statement& s) {
  if (s.form == Statement::Form::assign) {
    resolve(s.parts[0]);
    const Expression* to = &s.parts[0];
    while (to->form == Expression::Form::field || to->form == Expression::Form::element) to = &to->parts[0];
    if (to->form != Expression::Form::name || to->variable < 0)
      refuse("no place to assign to:", to->text, "a variable, a component or an element of it", s.place);
    resolve(s.parts[1], s.parts[0].type);
  } else {
    resolve(s.parts[0]);
  }
}

void Resolver::resolve(Expression& e, const Type& wanted) {
  using Form = Expression::Form;
  for (Expression& part : e.parts) resolve(part);
  switch (e.form) {
    case Form::number: e.type = of_number(e); break;
    case Form::name: e.type = of_name(e); break;
    case Form::unary: e.type = of_unary(e); break;
    case Form::binary: e.type = of_binary(e); break;
    case Form::choice:
      if (e.parts[0].type != boolean || e.parts[1].type != e.parts[2].type)
        refuse("no choice between", words_of(e.parts[1].type) + " and " + words_of(e.parts[2].type),
               "one type, by a bool", e.place);
      e.type = e.parts[1].type;
      break;
    case Form::call: e.type = of_call(e); break;
    case Form::make: e.type = of_make(e); break;
    case Form::field: e.type = of_field(e); break;
    case Form::element: e.type = of_element(e); break;
  }
  if (wanted.base != Base::nothing && e.type != wanted)
    refuse("of another type:", words_of(e.type), words_of(wanted), e.place);
}

Type Resolver::of_number(const Expression& e) const {
  if (e.text.back() == 'u') return word;
  return e.text.starts_with("0x") || e.text.find_first_of(".e") == std::string::npos ? integer : real;
}

Type Resolver::of_name(Expression& e) const {
  if (e.text == "true" || e.text == "false") return boolean;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(e.text); found != scope->end()) {
      e.variable = found->second;
      return function_->variables[static_cast<std::size_t>(e.variable)].type;
    }
  if (const auto found = text_.uniforms.find(e.text); found != text_.uniforms.end()) return found->second.type;
  if (const Constant* found = text_.constant(e.text)) return found->variable.type;
  refuse("unknown name", e.text, "a parameter, a variable or a constant declared before", e.place);
}

Type Resolver::of_unary(const Expression& e) const {
  const Type& of = e.parts[0].type;
  const bool legal = e.text == "!"   ? of == boolean
                     : e.text == "~" ? is_whole(of)
                                     : is_number(of) || of.is(Base::real, 2);
  if (!legal) refuse("no operation " + e.text + " on", words_of(of), "numbers; ! on bool", e.place);
  return of;
}

Type Resolver::of_binary(const Expression& e) const {
  const std::string& sign = e.text;
  const Type &a = e.parts[0].type, &b = e.parts[1].type;
  const bool same = a == b, arithmetic = sign == "+" || sign == "-" || sign == "*" || sign == "/";
  if (sign == "&&" || sign == "||") {
    if (same && a == boolean) return boolean;
  } else if (sign == "==" || sign == "!=") {
    if (same && (is_number(a) || (a.is(Base::real, 2) && sign == "=="))) return boolean;
  } else if (sign == "<" || sign == ">" || sign == "<=" || sign == ">=") {
    if (same && is_number(a)) return boolean;
  } else if (sign == "<<" || sign == ">>") {
    if (is_whole(a) && is_whole(b)) return a;
  } else if (arithmetic) {
    if (same && (is_number(a) || a.is(Base::real, 2) || (a.is(Base::word, 2) && sign == "+"))) return a;
    if (a.is(Base::real, 2) && b == real) return a;
    if (a == real && b.is(Base::real, 2) && sign == "*") return b;
  } else if (same && is_whole(a)) {  // % & | ^
    return a;
  }
  refuse("no operation " + sign + " on", words_of(a) + " and " + words_of(b), "two numbers of one type; see the subset",
         e.place);
}

Type Resolver::of_field(const Expression& e) const {
  const Type& of = e.parts[0].type;
  if (const Structure* s = text_.structure(of.structure)) {
    for (const Variable& field : s->fields)
      if (field.name == e.text) return field.type;
  } else if (of.components > 1 && !of.array) {
    const std::string names = std::string("xyzw").substr(0, static_cast<std::size_t>(of.components));
    if (e.text.size() == 1 && names.find(e.text) != std::string::npos) return {of.base};
    if (of.components == 4 && (e.text == "xy" || e.text == "zw")) return {of.base, 2};
  }
  refuse("no component of " + words_of(of) + ":", e.text, "a field; x, y, z or w; xy or zw of four", e.place);
}

Type Resolver::of_element(const Expression& e) const {
  Type of = e.parts[0].type;
  if (e.parts[1].type != integer) refuse("of another type:", words_of(e.parts[1].type), "int", e.place);
  if (of.is(Base::word, 4)) return word;
  if (!of.array) refuse("no elements in", words_of(of), "an array or uvec4", e.place);
  of.array = false;
  return of;
}

Type Resolver::of_make(const Expression& e) const {
  const Type made = type_of_name(e.text);
  if (const Structure* s = text_.structure(e.text)) {
    bool fits = s->fields.size() == e.parts.size();
    for (std::size_t k = 0; fits && k < s->fields.size(); ++k) fits = s->fields[k].type == e.parts[k].type;
    if (fits) return made;
  } else if (made.components == 1) {
    if (e.parts.size() == 1 && (is_number(e.parts[0].type) || (e.parts[0].type == boolean && made != boolean)))
      return made;
  } else {
    int components = 0;
    bool fits = true;
    for (const Expression& part : e.parts) {
      components += part.type.components;
      fits = fits && part.type.base == made.base && !part.type.array;
    }
    if (fits && (components == made.components || (components == 1 && made.is(Base::real, 2)))) return made;
  }
  refuse("no such arguments for", e.text, "one for each field; a number; as many components", e.place);
}

const Function* Resolver::find(const std::string& name, const Function& like) const {
  for (const Function& f : text_.functions) {
    bool same = f.name == name && f.parameters == like.parameters;
    for (std::size_t k = 0; same && k < f.parameters; ++k) same = f.variables[k].type == like.variables[k].type;
    if (same) return &f;
  }
  return nullptr;
}

Type Resolver::of_call(Expression& e) const {
  Function like;
  for (const Expression& part : e.parts) like.variables.push_back({"", part.type, {}});
  like.parameters = like.variables.size();
  e.function = find(e.text, like);
  return e.function ? e.function->result : of_built_in(e);
}

Type Resolver::of_built_in(const Expression& e) const {
  const auto all = [&](const Type& type, std::size_t count) {
    return e.parts.size() == count && std::ranges::all_of(e.parts, [&](const Expression& p) { return p.type == type; });
  };
  const Type vec2 = {Base::real, 2};
  const auto found = real_functions.find(e.text);
  if (found != real_functions.end() && all(real, found->second)) return real;
  if ((e.text == "min" || e.text == "max") && all(integer, 2)) return integer;
  if (e.text == "max" && all(word, 2)) return word;
  if (e.text == "dot" && all(vec2, 2)) return real;
  if (e.text == "length" && all(vec2, 1)) return real;
  if (e.text == "bitCount" && all(integer, 1)) return integer;
  if (e.text == "umulExtended" && all(word, 4)) return {};
  std::string types;
  for (const Expression& part : e.parts) types += (types.empty() ? "" : ", ") + words_of(part.type);
  refuse("unknown function", e.text + "(" + types + ")", "a function of the text before, or one of the subset's",
         e.place);
}

}  // namespace ergo::glsl
