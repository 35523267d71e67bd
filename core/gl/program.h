#pragma once

#include <span>
#include <string>

#include "core/kernel_text/kernel_source.h"
#include "core/gl/objects.h"

namespace ergo::gl {

/// One stage of a program: GL_COMPUTE_SHADER, GL_VERTEX_SHADER, ... and its text.
struct Stage {
  unsigned kind;
  KernelSource source;
};

/// A linked program.
class Program {
 public:
  Program() = default;
  /// Throws Error (Blame::user) whose message is the compiler's, its positions as "file:line: ".
  explicit Program(std::span<const Stage> stages);
  /// A compute program.
  explicit Program(KernelSource source);

  unsigned name() const { return object_.name(); }
  explicit operator bool() const { return static_cast<bool>(object_); }
  void use() const;
  int uniform(const char* id) const;  ///< its location; -1 when the program does not use it

 private:
  ProgramName object_;
};

/// Runs the program in use over at least `invocations` invocations in groups of 64, times `rows` in y. Where
/// they are too many for one axis of groups, rows must be 1 and the shader count groups over both axes.
void dispatch(std::size_t invocations, unsigned rows = 1);

/// A compiler's log with its positions "<file number>:<line>" or "<file number>(<line>)" written as
/// "file:line: ".
struct CompilerMessage {
  std::string where;  ///< "file:line" of the first error; empty when the log names none
  std::string text;   ///< the log; that error without its position, every other line with its own
};
CompilerMessage compiler_message(const std::string& log, std::span<const std::string> files);

}  // namespace ergo::gl
