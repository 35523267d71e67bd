#include "widgets/gl/compositor.h"

#include <epoxy/gl.h>

namespace ergo {

namespace {

void fill(Colour colour) {
  const auto share = [colour](int shift) { return static_cast<float>(colour >> shift & 255) / 255; };
  glClearColor(share(16), share(8), share(0), 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

unsigned Compositor::compose(std::span<const DrawnPicture> pictures, const Cells& cells,
                             const Palette& palette) {
  const bool alone = pictures.size() == 1, filled = cells.surface_pixels() == cells.whole_pixels();
  if (alone && filled) {
    glBindFramebuffer(GL_FRAMEBUFFER, pictures.front().framebuffer);
    return pictures.front().framebuffer;
  }
  const QSize size = cells.whole_pixels();
  surface_.fit(size.width(), size.height());
  const unsigned to = surface_.framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, to);
  glDisable(GL_SCISSOR_TEST);
  fill(filled ? palette.ground : palette.panel);
  glEnable(GL_SCISSOR_TEST);
  for (int i = 0; i < cells.count(); ++i) {
    const QRect framed = cells.pixels(i).adjusted(-cells.line(), -cells.line(), cells.line(), cells.line());
    glScissor(framed.x(), size.height() - framed.y() - framed.height(), framed.width(), framed.height());
    fill(palette.hairline);
  }
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const QRect cell = cells.pixels(static_cast<int>(i));
    const int left = cell.x(), foot = size.height() - cell.y() - cell.height();  // OpenGL counts upwards
    glBindFramebuffer(GL_READ_FRAMEBUFFER, pictures[i].framebuffer);
    glBlitFramebuffer(0, 0, cell.width(), cell.height(), left, foot, left + cell.width(),
                      foot + cell.height(), GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, to);
  return to;
}

}  // namespace ergo
