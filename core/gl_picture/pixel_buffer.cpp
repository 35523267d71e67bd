#include "core/gl_picture/pixel_buffer.h"

#include <epoxy/gl.h>

#include <string>

#include "core/base/error.h"

namespace ergo {

void PixelBuffer::fit(int width, int height) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (buffer_.size() == sizeof(GLuint) * pixels) return;
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
  if (pixels > static_cast<std::size_t>(most))
    throw machine_error("picture size", std::to_string(width) + "x" + std::to_string(height),
                        "up to " + std::to_string(most) + " pixels on this device", "size");
  buffer_ = gl::Buffer(sizeof(GLuint) * pixels, gl::Buffer::Use::texture);
  buffer_.clear();
  texture_ = gl::make_texture();
  glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer_.name());
  glBindTexture(GL_TEXTURE_BUFFER, 0);
}

void PixelBuffer::bind_image(unsigned unit) const {
  glBindImageTexture(unit, texture_.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
}

void PixelBuffer::bind_texture(unsigned unit) const {
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
}

void unbind_textures(unsigned count) {
  for (unsigned unit = count; unit-- > 0;) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
  }
}

}  // namespace ergo
