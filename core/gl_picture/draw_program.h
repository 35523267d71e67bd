#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/kernel_text/kernel_source.h"
#include "core/gl/program.h"
#include "core/view/projection.h"
#include "core/view/view.h"

namespace ergo {

/// A program of the picture, with shaders/draw/picture.glsl before its own text, and uniforms by name. All
/// set() need the program in use; a name that the program does not use is ignored.
class DrawProgram {
 public:
  DrawProgram() = default;
  /// One invocation per chain, of a compute shader made of files in order. Throws Error with file and line
  /// where it does not compile.
  static DrawProgram per_chain(const ShaderLibrary& library, std::vector<std::string> paths);
  /// A fragment shader over the whole picture, made of files in order.
  static DrawProgram fragment(const ShaderLibrary& library, std::vector<std::string> paths);
  /// The same over the live tiles of the picture.
  static DrawProgram over_tiles(const ShaderLibrary& library, std::vector<std::string> paths);
  /// A fragment shader over the whole picture that evaluates the target.
  static DrawProgram fragment(const ShaderLibrary& library, const std::string& path,
                              const TargetKernel& target);

  void use() const { program_.use(); }
  /// Sets the uniforms of picture.glsl.
  void set_picture(const View& view, const Projection& shown) const;
  void set(const char* name, double value) const;
  void set(const char* name, int value) const;
  void set(const char* name, unsigned value) const;
  void set(const char* name, Position value) const;                      ///< vec2
  void set(const char* name, int x, int y) const;                        ///< ivec2
  void set_colour(const char* name, Colour value) const;                 ///< vec3
  void set(const char* name, const std::array<double, 4>& value) const;  ///< vec4

 private:
  explicit DrawProgram(gl::Program program) : program_(std::move(program)) {}
  static DrawProgram over_picture(const ShaderLibrary& library, const std::string& vertex,
                                  KernelSource source);
  gl::Program program_;
};

}  // namespace ergo
