#include "core/picture/trail_layer.h"

#include <epoxy/gl.h>

#include <algorithm>

namespace ergo {

namespace {
/// Chains whose paths are drawn as lines. The haze of all others together has as much ink as this many lines.
constexpr unsigned followed_chains = 12;
constexpr double haze_lines = 6;
}  // namespace

unsigned TrailLayer::ink(const View& view) {
  const bool same_size = width_ == view.width && height_ == view.height;
  if (inked_ && same_size && camera_ == view.camera) return ink_.name();
  if (!same_size) ink_ = gl::Buffer(sizeof(GLuint) * view.width * view.height);
  ink_.clear();
  width_ = view.width;
  height_ = view.height;
  camera_ = view.camera;
  inked_ = true;
  return ink_.name();
}

void TrailLayer::accumulate(const DrawProgram& program, const ChainBuffers& chains, const Target& target,
                            const View& view) {
  if (chains_ != chains.chains) {
    previous_ = gl::Buffer(2 * sizeof(GLfloat) * chains.chains);
    chains_ = chains.chains;
    started_ = false;
  }
  program.use();
  program.set_picture(view, target);
  program.set("followed", followed_chains);
  program.set("haze", static_cast<float>(std::min(1.0, haze_lines / static_cast<double>(chains_))));
  program.set("chains", static_cast<unsigned>(chains_));
  program.set("start", started_ ? 0 : 1);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, chains.state);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, chains.diverged);
  previous_.bind(2);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, ink(view));
  gl::dispatch(chains_);
  glUseProgram(0);
  started_ = true;
}

}  // namespace ergo
