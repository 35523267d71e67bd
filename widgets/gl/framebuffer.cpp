#include "widgets/gl/framebuffer.h"

#include <epoxy/gl.h>

#include <cstring>

namespace ergo {

void read_bgra(unsigned framebuffer, const QRect& part, std::uint8_t* pixels, std::size_t pitch,
               std::vector<std::uint8_t>& scratch) {
  const int width = part.width(), height = part.height();
  const std::size_t row = std::size_t(width) * 4;
  scratch.resize(row * height);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(part.x(), part.y(), width, height, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, scratch.data());
  for (int y = 0; y < height; ++y)
    std::memcpy(pixels + y * pitch, scratch.data() + (height - 1 - y) * row, row);
}

void clear_framebuffer(unsigned framebuffer) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
}

void copy_framebuffer(unsigned from, unsigned to, int width, int height) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  glDisable(GL_SCISSOR_TEST);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, to);
}

}  // namespace ergo
