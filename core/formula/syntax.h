#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ergo::formula {

enum class Form {
  number,   ///< `value`
  name,     ///< a coordinate, a slider, a definition or a sum's index
  chain,    ///< parts joined by `operators`, from left to right: + -, or * /
  compare,  ///< parts joined by < <= > >= == !=; all must hold
  either,   ///< parts joined by `or`
  both,     ///< parts joined by `and`
  negation,
  negative,
  power,
  call,    ///< the function `name` of the parts
  series,  ///< sum or prod: `name`, the index `index`, the parts first, last and term
};

struct Operator {
  std::string sign;
  std::size_t place;
};

/// An expression as it was written. Nested at most deepest_nesting deep.
struct Syntax {
  Form form;
  std::size_t place = 0;  ///< its first byte; of calls, that of the name
  std::string name = {};
  std::string index = {};
  double value = 0;
  std::vector<Syntax> parts = {};
  std::vector<Operator> operators = {};
};

enum class StatementKind { definition, slider, energy, density, log_density };

/// `name = value`; of a slider the parts of `value` are its initial value and its range.
struct Statement {
  StatementKind kind;
  std::string name;
  std::size_t place;
  Syntax value;
  bool logarithmic = false;  ///< of a slider
};

/// All statements; the density is the last and the only one of its kind.
struct SyntaxTree {
  std::vector<Statement> statements;
  bool uses_y = false;
};

inline constexpr int deepest_nesting = 200;

}  // namespace ergo::formula
