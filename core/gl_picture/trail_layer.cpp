#include "core/gl_picture/trail_layer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/picture/trail_look.h"

namespace ergo {

namespace {

gl::Texture blank_float_texture(int width, int height) {
  gl::Texture texture = gl::make_texture();
  const std::vector<float> zeros(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, width, height);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED, GL_FLOAT, zeros.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

}  // namespace

bool TrailLayer::take_along(const DrawProgram& program, const View& view) {
  const std::optional<PixelMap> map = pixel_map(view, width_, height_, camera_);
  if (!map) return false;
  gl::Texture taken = blank_float_texture(view.width, view.height);
  const gl::Framebuffer target = gl::make_framebuffer();
  const gl::VertexArray vertices = gl::make_vertex_array();
  glBindFramebuffer(GL_FRAMEBUFFER, target.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, taken.name(), 0);
  glViewport(0, 0, view.width, view.height);
  for (const GLenum test : {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE})
    glDisable(test);
  program.use();
  program.set("faded", 0);
  program.set("low", map->low);
  program.set("gain", map->gain);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, faded_[current_].name());
  glBindVertexArray(vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glUseProgram(0);
  if (width_ != view.width || height_ != view.height)
    faded_[1 - current_] = blank_float_texture(view.width, view.height);
  faded_[current_] = std::move(taken);
  return true;
}

void TrailLayer::fit(const TrailPrograms& programs, const View& view) {
  if (std::exchange(life_, view.trail_life) != view.trail_life) unsettled_frames_ = frames_of_ink(view);
  const bool same_size = width_ == view.width && height_ == view.height;
  const bool same_plane = coordinates_ == view.coordinates;
  if (inked_ && same_size && same_plane && camera_ == view.camera) return;
  ink_.fit(view.width, view.height);
  ink_.clear();
  const bool kept = inked_ && !blank_ && same_plane && take_along(programs.taken, view);
  if (!kept && !same_size)
    for (gl::Texture& texture : faded_) texture = blank_float_texture(view.width, view.height);
  width_ = view.width;
  height_ = view.height;
  camera_ = view.camera;
  if (!same_plane) started_ = false;
  coordinates_ = view.coordinates;
  inked_ = true;
  blank_ = !kept;
  unsettled_frames_ = kept ? frames_of_ink(view) : 2;  // 2: one for each texture
}

void TrailLayer::accumulate(const TrailPrograms& programs, const ChainBuffers& chains,
                            const Projection& shown, const View& view, const LiveTiles& tiles) {
  const std::size_t stride = (chains.chains + trailing_chains - 1) / trailing_chains;
  const std::size_t trailing = (chains.chains + stride - 1) / stride;
  if (chains_ != chains.chains) {
    previous_ = gl::Buffer(3 * sizeof(GLfloat) * trailing);
    chains_ = chains.chains;
    started_ = false;
  }
  fit(programs, view);
  const DrawProgram& program = programs.segments;
  program.use();
  program.set_picture(view, shown);
  program.set("chains", static_cast<unsigned>(chains_));
  program.set("stride", static_cast<unsigned>(stride));
  program.set("followed", trails_as_lines);
  program.set("haze", std::min(1.0, haze_lines / static_cast<double>(trailing)));
  program.set("place_components", shown.horizontal, shown.vertical);
  program.set("crossing", shown.crossing);
  program.set("level", shown.level);
  program.set("start", started_ ? 0 : 1);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, chains.state);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, chains.diverged);
  previous_.bind(2);
  ink_.bind_image(0);
  tiles.bind_for_drawing(program);
  gl::dispatch(trailing);
  glUseProgram(0);
  started_ = true;
}

double TrailLayer::bind(const TrailPrograms& programs, const View& view, unsigned ink_unit,
                        unsigned faded_unit) {
  fit(programs, view);
  ink_.bind_texture(ink_unit);
  glActiveTexture(GL_TEXTURE0 + faded_unit);
  glBindTexture(GL_TEXTURE_2D, faded_[current_].name());
  if (blank_) return 0;
  return held_ ? 1 : trail_decay(view);
}

void TrailLayer::turn() {
  current_ = 1 - current_;
  blank_ = false;
  if (!std::exchange(held_, false)) unsettled_frames_ = std::max(0.0, unsettled_frames_ - 1);
  ink_.clear();
}

}  // namespace ergo
