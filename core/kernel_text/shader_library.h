#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ergo {

/// Text of the shader files by path below shaders/, as built in.
const std::map<std::string, std::string>& embedded_shaders();

/// Where shader text comes from: the built-in copy, or a folder on disk that is read anew when a file
/// changes.
class ShaderLibrary {
 public:
  ShaderLibrary() = default;  ///< the built-in copy
  /// Reads from `folder`; throws Error when it is no folder with shaders.
  explicit ShaderLibrary(const std::string& folder);
  /// Throws Error for an unknown file.
  std::string text(const std::string& path) const;
  /// What messages call the file: its path on disk, or below shaders/.
  std::string name(const std::string& path) const;
  /// Counts up when a file of the folder has changed on disk; look at most a few times a second.
  unsigned revision();

 private:
  std::string folder_;
  unsigned revision_ = 0;
  std::optional<long long> newest_;  ///< latest time of writing seen in the folder
};

/// A shader's text, and the files that its #line numbers refer to.
struct KernelSource {
  std::string text;
  std::vector<std::string> files;
};

/// The text of a shader file. Lines `#include "common/x.glsl"`, which are not GLSL's, have that file's text in their
/// place; it includes no more.
std::string text_with_includes(const ShaderLibrary& library, const std::string& path);

/// Joins texts; file 0 of #line is whatever was generated.
class SourceBuilder {
 public:
  explicit SourceBuilder(const ShaderLibrary& library)
      : library_(library), source_{"#version 430 core\n", {"generated text"}} {}
  SourceBuilder& generated(const std::string& text);
  /// The file, and in their places those that it includes.
  SourceBuilder& file(const std::string& path);
  KernelSource source() { return std::move(source_); }

 private:
  void add_line_number(int line, std::size_t file);
  std::size_t begin_file(const std::string& path);

  const ShaderLibrary& library_;
  KernelSource source_;
};

}  // namespace ergo
