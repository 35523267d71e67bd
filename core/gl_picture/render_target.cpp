#include "core/gl_picture/render_target.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <string>

#include "core/base/error.h"

namespace ergo {

void wait_for_device() { glFinish(); }

void finish_portion(const Pause& pause) {
  wait_for_device();
  pause();
}

void RenderTarget::fit(int width, int height) {
  if (width_ == width && height_ == height) return;
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest)
    throw machine_error("picture size", std::to_string(width) + "x" + std::to_string(height),
                        "1 to " + std::to_string(largest) + " pixels a side on this device", "size");
  texture_ = gl::make_texture();
  framebuffer_ = gl::make_framebuffer();
  if (!vertices_) vertices_ = gl::make_vertex_array();
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.name(), 0);
  width_ = width;
  height_ = height;
}

void RenderTarget::fill(const Pause& pause) {
  begin();
  const int rows = pause ? std::max(1, portion_pixels / width_) : height_;
  if (pause) glEnable(GL_SCISSOR_TEST);
  for (int row = 0; row < height_; row += rows) {
    glScissor(0, row, width_, rows);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    if (pause) finish_portion(pause);
  }
  glDisable(GL_SCISSOR_TEST);
  end();
}

void RenderTarget::fill_tiles(int count, unsigned second) {
  constexpr GLenum outputs[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  begin();
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, second, 0);
  glDrawBuffers(2, outputs);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, 0, 0);
  glDrawBuffers(1, outputs);
  end();
}

void RenderTarget::clear() {
  constexpr GLfloat nothing[] = {0, 0, 0, 0};
  begin();
  glClearBufferfv(GL_COLOR, 0, nothing);
}

void RenderTarget::copy(unsigned other) {
  glCopyImageSubData(other, GL_TEXTURE_2D, 0, 0, 0, 0, texture_.name(), GL_TEXTURE_2D, 0, 0, 0, 0, width_,
                     height_, 1);
}

void RenderTarget::begin() {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, width_, height_);
  for (const GLenum test : {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE,
                            GL_FRAMEBUFFER_SRGB, GL_RASTERIZER_DISCARD, GL_COLOR_LOGIC_OP})
    glDisable(test);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBindVertexArray(vertices_.name());
}

void RenderTarget::end() {
  glBindVertexArray(0);
  glUseProgram(0);
}

}  // namespace ergo
