#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

/// The subset of GLSL that the texts of units and shaders/common may use, as it is read here and written as C++ on
/// lanes (writer.h). Whatever is not in it is an Error that names file and line.
///
/// - Types: void, bool, int, uint, float, vec2, vec3, vec4, uvec2, uvec4, structs, local arrays of constant length.
/// - At the outermost level: struct, const, functions, and what is generated around them: `uniform` declarations and
///   prototypes of functions that the seam provides. `#define A B` renames a word; `#include` stands for a file.
/// - Functions take and return values (no out, inout), those that return nothing without `return`; they do not recurse.
/// - What a prototype's parameter declared const is given may be the same in all lanes: the seam has both.
/// - Statements: declarations (also const, and precise, which lanes always are), assignments (also += -= *= /= <<= >>=
///   ++ --), calls, blocks, if, for, while, return. No break, continue, switch, do or discard, and no return inside a
///   loop.
/// - Expressions: literals without suffix but u, . with one component or xy and zw, [ ], ?:, unary - ! ~ +, and
///   || && | ^ & == != < > <= >= << >> + - * / %, on scalars, and + - * / == also on vec2.
/// - Built-in functions: abs bitCount ceil clamp cos dot exp exp2 floor inversesqrt length log log2 max min pow sin
///   sqrt step umulExtended.
/// - Loops end on every path: a lane that left a loop goes through the rest of it with the others.
/// - Function calls and ?: have no effects, since both sides are evaluated.
namespace ergo::glsl {

struct Place {
  int file = 0, line = 0;
};

struct Token {
  enum class Kind { number, name, sign, end } kind = Kind::end;
  std::string text;
  Place place;
};

enum class Base { nothing, boolean, integer, word, real, structure };

struct Type {
  Base base = Base::nothing;
  int components = 1;
  std::string structure = {};
  bool array = false;  ///< of unknown length; only of globals and locals
  bool operator==(const Type&) const = default;
  bool is(Base b, int n = 1) const { return base == b && components == n && !array; }
};

struct Function;

struct Expression {
  enum class Form { number, name, unary, binary, choice, call, make, field, element } form = Form::number;
  std::string text;  ///< a literal, a name, a sign, a field
  std::vector<Expression> parts;
  Place place;
  // Filled in when names are resolved:
  Type type;
  int variable = -1;                   ///< a parameter's or local variable's number
  const Function* function = nullptr;  ///< the function of the text that is called
};

struct Statement {
  enum class Form { declare, assign, call, block, branch, loop, give } form = Form::block;
  Place place;
  std::string text;               ///< declare: the name
  Type type;                      ///< declare
  int variable = -1;              ///< declare
  std::vector<Expression> parts;  ///< declare: [value]; array: [length]; assign: to, value; branch, loop: condition
  std::vector<Statement> body;    ///< block, branch, loop
  std::vector<Statement> other;   ///< branch: else; loop: [step]
  std::vector<Statement> head;    ///< loop: what is declared before it
};

struct Variable {
  std::string name;
  Type type;
  Place place;
  bool keeps_kind = false;  ///< of a prototype's parameter
};

struct Function {
  std::string name;
  Type result;
  std::size_t parameters = 0;       ///< the first ones of `variables`
  std::vector<Variable> variables;  ///< parameters and all local variables
  std::vector<Statement> body;
  bool provided = false;  ///< by the seam: only its prototype stands in the text
  Place place;
};

struct Structure {
  std::string name;
  std::vector<Variable> fields;
};

struct Constant {
  Variable variable;
  Expression value;
};

struct Text {
  std::vector<std::string> files;
  std::vector<Structure> structures;
  std::vector<Constant> constants;
  std::map<std::string, Variable> uniforms;
  std::deque<Function> functions;  ///< whose places in memory stay

  std::string where(Place place) const {
    return files[static_cast<std::size_t>(place.file)] + ":" + std::to_string(place.line);
  }
  const Structure* structure(const std::string& name) const {
    for (const Structure& s : structures)
      if (s.name == name) return &s;
    return nullptr;
  }
  const Constant* constant(const std::string& name) const {
    for (const Constant& c : constants)
      if (c.variable.name == name) return &c;
    return nullptr;
  }
};

}  // namespace ergo::glsl
