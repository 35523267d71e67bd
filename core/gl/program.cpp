#include "core/gl/program.h"

#include <epoxy/gl.h>

#include <cstdio>
#include <optional>
#include <sstream>
#include <vector>

#include "core/base/error.h"
#include "core/gl/context.h"

namespace ergo::gl {

namespace {

struct PlacedLine {
  unsigned file, row;
  std::string text;  ///< the line without its place
};

std::optional<PlacedLine> placed_line(const std::string& line) {
  // Mesa "0:12(5): error: text", NVIDIA "0(12) : error C1008: text", AMD and Intel "ERROR: 0:12: text"
  for (const char* form : {"%u:%u(%*u) : %n", "%u(%u) : %n", "%*[A-Z]: %u:%u : %n"}) {
    unsigned file = 0, row = 0;
    int end = 0;
    std::sscanf(line.c_str(), form, &file, &row, &end);
    if (end == 0) continue;
    const std::string severity = form[1] == '*' ? line.substr(0, line.find(' ') + 1) : "";
    return PlacedLine{file, row, severity + line.substr(static_cast<std::size_t>(end))};
  }
  return {};
}

}  // namespace

CompilerMessage compiler_message(const std::string& log, std::span<const std::string> files) {
  CompilerMessage message;
  std::istringstream lines(log.c_str());
  for (std::string line; std::getline(lines, line);) {
    if (const auto placed = placed_line(line)) {
      const std::string name =
          placed->file < files.size() ? files[placed->file] : std::to_string(placed->file);
      const std::string where = name + ":" + std::to_string(placed->row);
      line = placed->text;
      const bool error = !line.starts_with("warning") && !line.starts_with("WARNING");
      if (error && message.where.empty())
        message.where = where;
      else
        line = where + ": " + line;
    }
    if (!message.text.empty() && !line.empty()) message.text += "\n";
    message.text += line;
  }
  return message;
}

namespace {

Error compile_error(const std::string& log, const std::vector<std::string>& files) {
  require_live_context();  // in a lost one nothing compiles
  CompilerMessage message = compiler_message(log, files);
  if (message.where.empty() && files.size() > 1) message.where = files.back();
  return {"shader: " + message.text, "", "", message.where};
}

Shader compile(const Stage& stage) {
  Shader shader(glCreateShader(stage.kind));
  const char* text = stage.source.text.c_str();
  glShaderSource(shader.name(), 1, &text, nullptr);
  glCompileShader(shader.name());
  GLint compiled = GL_FALSE, length = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  glGetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length) + 1, '\0');
  glGetShaderInfoLog(shader.name(), length, nullptr, log.data());
  throw compile_error(log, stage.source.files);
}

}  // namespace

Program::Program(std::span<const Stage> stages) : object_(glCreateProgram()) {
  if (!object_) {
    require_live_context();
    throw machine_error("the graphics driver cannot create a program", "", "");
  }
  std::vector<Shader> shaders;
  for (const Stage& stage : stages) {
    shaders.push_back(compile(stage));
    glAttachShader(name(), shaders.back().name());
  }
  glLinkProgram(name());
  for (const Shader& shader : shaders) glDetachShader(name(), shader.name());
  GLint linked = GL_FALSE, length = 0;
  glGetProgramiv(name(), GL_LINK_STATUS, &linked);
  if (linked) return;
  glGetProgramiv(name(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length) + 1, '\0');
  glGetProgramInfoLog(name(), length, nullptr, log.data());
  throw compile_error(log, stages.back().source.files);
}

Program::Program(KernelSource source) : Program(std::vector<Stage>{{GL_COMPUTE_SHADER, std::move(source)}}) {}

void Program::use() const { glUseProgram(name()); }

int Program::uniform(const char* id) const { return glGetUniformLocation(name(), id); }

void dispatch(std::size_t invocations, unsigned rows) {
  constexpr std::size_t group = 64, axis = 65535;  // every implementation allows 65535 groups an axis
  const std::size_t groups = (invocations + group - 1) / group;
  if (groups <= axis)
    glDispatchCompute(static_cast<GLuint>(groups), rows, 1);
  else
    glDispatchCompute(axis, static_cast<GLuint>((groups + axis - 1) / axis), 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  require_live_context();
}

}  // namespace ergo::gl
