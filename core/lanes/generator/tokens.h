#pragma once

#include "core/kernel_text/shader_library.h"
#include "core/lanes/generator/syntax.h"

namespace ergo::glsl {

/// Joins texts to one list of words, in which every word knows its file and line.
class TokenList {
 public:
  explicit TokenList(const ShaderLibrary& library) : library_(library), files_{"generated text"} {}

  TokenList& generated(const std::string& text);
  TokenList& file(const std::string& path);  ///< and in their places those that it includes

  const std::vector<std::string>& files() const { return files_; }
  std::vector<Token> take();  ///< and an `end` behind them

 private:
  void add(const std::string& text, int file);
  void directive(const std::string& line, Place place);

  const ShaderLibrary& library_;
  std::vector<std::string> files_;
  std::vector<Token> tokens_;
  std::map<std::string, std::string> renamed_;
};

}  // namespace ergo::glsl
