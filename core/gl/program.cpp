#include "core/gl/program.h"

#include <epoxy/gl.h>

#include <regex>
#include <sstream>
#include <vector>

#include "core/gl/context.h"
#include "core/unit/error.h"

namespace ergo::gl {

CompilerMessage compiler_message(const std::string& log, std::span<const std::string> files) {
  // Mesa "0:12(5): error: text", NVIDIA "0(12) : error C1008: text", AMD and Intel "ERROR: 0:12: text"
  static const std::regex position(
      R"(^(ERROR: |WARNING: )?(\d+)(?::(\d+)(?:\(\d+\))?|\((\d+)\))\s*:\s*(.*)$)");
  CompilerMessage message;
  std::istringstream lines(log.c_str());
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, position)) {
      const std::size_t file = std::stoul(match[2]);
      const std::string name = file < files.size() ? files[file] : match[2].str();
      const std::string where = name + ":" + match[3].str() + match[4].str();
      line = match[1].str() + match[5].str();
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
    throw machine_error("the graphics driver makes no program", "", "");
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
}

}  // namespace ergo::gl
