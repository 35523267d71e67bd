#include "core/gl_picture/divergence_layer.h"

#include <epoxy/gl.h>

#include "core/gl/program.h"

namespace ergo {
namespace {

constexpr unsigned most_kept = 32768;
constexpr unsigned kept_binding = 3, image_of_marks = 2;

}  // namespace

void DivergenceLayer::accumulate(const DivergencePrograms& programs, const ChainBuffers& chains,
                                 const Session& session, const Projection& shown) {
  const RunConfig& config = session.config();
  if (coordinates_ != shown.coordinates || target_ != config.target || sampler_ != config.sampler) forget();
  if (!step_) {
    if (kept_.size() == 0) kept_ = gl::Buffer(sizeof(GLuint) * (1 + 3 * most_kept));
    kept_.clear();
    coordinates_ = shown.coordinates;
    target_ = config.target;
    sampler_ = config.sampler;
  }
  const bool known = step_ == session.step() || session.step() == session.backend().begun();
  step_ = session.step();
  if (known) return;
  const Descriptor& sampler = session.sampler_descriptor();
  const DrawProgram& program = programs.find;
  program.use();
  program.set("chains", static_cast<unsigned>(chains.chains));
  program.set("most", most_kept);
  program.set("place_components", shown.horizontal, shown.vertical);
  program.set("divergence_component", find_channel(sampler, sampler.claims.divergence_channel));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, chains.state);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, chains.report);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, chains.diverged);
  kept_.bind(kept_binding);
  gl::dispatch(chains.chains);
  glUseProgram(0);
}

void DivergenceLayer::draw(const DivergencePrograms& programs, const View& view, const Projection& shown,
                           const PixelBuffer& marks, const LiveTiles& tiles) const {
  if (!step_ || coordinates_ != shown.coordinates) return;
  const DrawProgram& program = programs.draw;
  program.use();
  program.set_picture(view, shown);
  program.set("most", most_kept);
  kept_.bind(kept_binding);
  marks.bind_image(image_of_marks);
  tiles.bind_for_drawing(program);
  gl::dispatch(most_kept);
  glUseProgram(0);
}

}  // namespace ergo
