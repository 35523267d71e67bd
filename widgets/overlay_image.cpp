#include "widgets/overlay_image.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "core/unit/error.h"
#include "widgets/framebuffer.h"

namespace ergo {

constexpr std::size_t portion = 16 << 20;  // bytes

OverlayImage::OverlayImage(QSize size, const std::function<void()>& draw)
    : image_(size, QImage::Format_ARGB32_Premultiplied) {
  if (image_.isNull())
    throw machine_error("too large a picture", std::to_string(size.width()), "a smaller scale");
  target_.fit(size.width(), size.height());
  clear_framebuffer(target_.framebuffer());
  draw();
}

bool OverlayImage::read_more() {
  const auto row = static_cast<std::size_t>(image_.bytesPerLine());
  const int count = std::min(image_.height() - read_, std::max(1, static_cast<int>(portion / row)));
  rows_.resize(row * static_cast<std::size_t>(count));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target_.framebuffer());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  // The device's rows go upwards.
  glReadPixels(0, image_.height() - read_ - count, image_.width(), count, GL_BGRA,
               GL_UNSIGNED_INT_8_8_8_8_REV, rows_.data());
  for (int y = 0; y < count; ++y)
    std::memcpy(image_.scanLine(read_ + y), rows_.data() + static_cast<std::size_t>(count - 1 - y) * row,
                row);
  read_ += count;
  return read_ < image_.height();
}

}  // namespace ergo
