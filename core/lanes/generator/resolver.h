#pragma once

#include "core/lanes/generator/syntax.h"

namespace ergo::glsl {

/// Finds what names mean and what types expressions have, function by function in the order of the text. Throws Error
/// with file and line.
class Resolver {
 public:
  explicit Resolver(const Text& text) : text_(text) {}

  Type type_of_name(const std::string& name) const;  ///< nothing if it names no type

  void begin(Function& function);  ///< its parameters are declared
  const Function& function() const { return *function_; }
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }
  int declare(Variable variable);  ///< its number

  /// `wanted`: the type it must have; nothing for any.
  void resolve(Expression& e, const Type& wanted = {});
  void resolve(Statement& s);  ///< assignments and calls

  /// The function of that name and these types of parameters, or null.
  const Function* find(const std::string& name, const Function& like) const;

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& value, const std::string& legal,
                           Place place) const;
  Type of_number(const Expression& e) const;
  Type of_name(Expression& e) const;
  Type of_unary(const Expression& e) const;
  Type of_binary(const Expression& e) const;
  Type of_field(const Expression& e) const;
  Type of_element(const Expression& e) const;
  Type of_make(const Expression& e) const;
  Type of_call(Expression& e) const;
  Type of_built_in(const Expression& e) const;

  const Text& text_;
  Function* function_ = nullptr;
  std::vector<std::map<std::string, int>> scopes_;
};

std::string words_of(const Type& type);

}  // namespace ergo::glsl
