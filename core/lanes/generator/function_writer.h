#pragma once

#include "core/lanes/generator/writer.h"

namespace ergo::glsl {

/// An expression in C++.
struct Code {
  std::string text;
  bool varies = false;
};

/// Writes one instance of a function.
class FunctionWriter {
 public:
  FunctionWriter(Writer& writer, const Instance& instance);
  std::string text();

  Code code(const Expression& e);  ///< also of constants, without a function

 private:
  std::string converted(const Expression& e, bool varies);
  Code unary(const Expression& e);
  Code binary(const Expression& e);
  Code fused(const Expression& e, bool varies);
  Code choice(const Expression& e);
  Code make(const Expression& e);
  Code call(const Expression& e);
  Code element(const Expression& e);
  bool calls_functions(const Expression& e) const;
  bool is_long(const std::vector<Statement>& statements) const;

  std::string parameter(int k) const;
  void line(const std::string& text);
  void statements(const std::vector<Statement>& all);
  void statement(const Statement& s);
  void declare(const Statement& s);
  void assign(const Expression& to, const Code& value);
  void wide_product(const Expression& e);
  void branch(const Statement& s);
  void part(const std::vector<Statement>& body, const std::string& mask);
  void loop(const Statement& s);
  void give(const Statement& s);
  void leave_out_gone(const std::vector<Statement>& body);

  Writer& writer_;
  const Instance& in_;
  std::string out_, mask_ = "mask_";
  std::vector<int> declared_;
  int region_ = 0, regions_ = 0, names_ = 0, depth_ = 2, stepped_ = -1;
};

}  // namespace ergo::glsl
