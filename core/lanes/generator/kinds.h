#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/lanes/generator/syntax.h"

namespace ergo::glsl {

/// A function with some of its arguments the same in all lanes: which of its variables differ between lanes ("vary").
struct Instance {
  const Function* function = nullptr;
  std::vector<bool> varies;  ///< of each variable, parameters first
  bool result_varies = false;
  bool gives_by_lane = false;  ///< returns while other lanes go on
  std::string name;            ///< of the function that is written
};

/// Finds out what varies. A variable varies if a value that varies is assigned to it, or if it is assigned to where
/// only some of the lanes that saw its declaration are at work. What a loop declares in its head and changes only in
/// its step is the same in all lanes still at work, and no other reads it.
class Kinds {
 public:
  const Instance& of(const Function& function, std::vector<bool> arguments);
  bool varies(const Expression& e, const Instance& in);

 private:
  class Walk;
  std::map<std::pair<const Function*, std::vector<bool>>, Instance> known_;
};

/// Whether a statement among these assigns to the variable.
bool assigns(const std::vector<Statement>& statements, int variable);
/// The variable that an assignment changes, or that its component belongs to.
int changed_variable(const Expression& to);
/// Whether a statement among these returns.
bool gives(const std::vector<Statement>& statements);
/// Of a loop: the variable that only its step changes; -1 for none.
int stepped_variable(const Statement& loop);

}  // namespace ergo::glsl
