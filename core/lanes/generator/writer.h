#pragma once

#include <deque>
#include <map>

#include "core/lanes/generator/kinds.h"

namespace ergo::glsl {

/// Writes a text as members of a C++ struct, in the words of core/lanes (namespace ln there). Lane-varying conditions
/// become masks: every function has the mask of lanes at work as its first argument; an assignment takes place in the
/// lanes at work; a branch is left out where no lane takes it; a loop runs until no lane is left in it. A sum or
/// difference with a product becomes one fused operation, ln::fma, so that the bits do not depend on a compiler.
class Writer {
 public:
  explicit Writer(const Text& text) : text_(text) {}

  /// The name of the written function for arguments of these kinds; true for one that varies.
  std::string function(const std::string& name, const std::vector<bool>& arguments);
  /// The structs, constants and all functions asked for so far, and those that they call.
  std::string members();

 private:
  friend class FunctionWriter;
  /// A function that is written, or will be.
  struct Written {
    std::string text;  ///< without the word that says whether it is inlined
    std::vector<const Instance*> calls;
    int places = 0;        ///< from which it is called
    std::size_t size = 0;  ///< of its text and of what is inlined in it
    bool apart = false;
  };

  std::string request(const Function& function, std::vector<bool> arguments, const Instance* caller = nullptr);
  std::string structures() const;
  std::string constants();
  std::size_t settle(const Instance* of);

  const Text& text_;
  Kinds kinds_;
  std::map<const Instance*, Written> written_;
  std::vector<const Instance*> order_;
};

/// A function is inlined if it is called from one place or is shorter than so many characters, as compilers take long
/// over long functions.
inline constexpr std::size_t longest_inlined = 3000;

/// C++'s name of a type.
std::string type_text(const Type& type, bool varies);

}  // namespace ergo::glsl
