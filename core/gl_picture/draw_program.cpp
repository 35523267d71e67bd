#include "core/gl_picture/draw_program.h"

#include <epoxy/gl.h>

#include <vector>

namespace ergo {

DrawProgram DrawProgram::per_chain(const ShaderLibrary& library, std::vector<std::string> paths) {
  paths.insert(paths.begin(), {"draw/picture.glsl", "draw/per_chain.glsl"});
  return DrawProgram(gl::Program(shader(library, paths)));
}

DrawProgram DrawProgram::over_picture(const ShaderLibrary& library, const std::string& vertex,
                                      KernelSource source) {
  const std::vector<gl::Stage> stages = {{GL_VERTEX_SHADER, shader(library, {"draw/picture.glsl", vertex})},
                                         {GL_FRAGMENT_SHADER, std::move(source)}};
  return DrawProgram(gl::Program(stages));
}

DrawProgram DrawProgram::fragment(const ShaderLibrary& library, std::vector<std::string> paths) {
  paths.insert(paths.begin(), "draw/picture.glsl");
  return over_picture(library, "draw/fullscreen.vert", shader(library, paths));
}

DrawProgram DrawProgram::over_tiles(const ShaderLibrary& library, std::vector<std::string> paths) {
  paths.insert(paths.begin(), "draw/picture.glsl");
  return over_picture(library, "draw/live_tiles.vert", shader(library, paths));
}

DrawProgram DrawProgram::fragment(const ShaderLibrary& library, const std::string& path,
                                  const TargetKernel& target) {
  return over_picture(library, "draw/fullscreen.vert",
                      target_shader(library, target, {"draw/picture.glsl", path}));
}

void DrawProgram::set_picture(const View& view, const Projection& shown) const {
  const LineLayout layout = line_layout(shown.window);
  set("size", Position{static_cast<double>(view.width), static_cast<double>(view.height)});
  set("centre", view.camera.centre);
  set("zoom", zoom(view));
  set("scale", view.scale);
  set("line", shown.line ? 1 : 0);
  set("stretch", shown.stretch);
  set("spread", shown.spread);
  set("baseline", layout.baseline);
  set("peak_height", layout.peak_height);
  set("strip", Position{layout.strip_low, layout.strip_high});
}

void DrawProgram::set(const char* name, double value) const {
  glUniform1f(program_.uniform(name), static_cast<GLfloat>(value));
}

void DrawProgram::set(const char* name, int value) const { glUniform1i(program_.uniform(name), value); }

void DrawProgram::set(const char* name, unsigned value) const { glUniform1ui(program_.uniform(name), value); }

void DrawProgram::set(const char* name, Position value) const {
  glUniform2f(program_.uniform(name), static_cast<GLfloat>(value.x), static_cast<GLfloat>(value.y));
}

void DrawProgram::set(const char* name, int x, int y) const { glUniform2i(program_.uniform(name), x, y); }

void DrawProgram::set_colour(const char* name, Colour value) const {
  glUniform3fv(program_.uniform(name), 1, components(value).data());
}

void DrawProgram::set(const char* name, const std::array<double, 4>& value) const {
  const std::array<GLfloat, 4> floats = {static_cast<GLfloat>(value[0]), static_cast<GLfloat>(value[1]),
                                         static_cast<GLfloat>(value[2]), static_cast<GLfloat>(value[3])};
  glUniform4fv(program_.uniform(name), 1, floats.data());
}

}  // namespace ergo
