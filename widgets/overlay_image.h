#pragma once

#include <QImage>
#include <functional>
#include <vector>

#include "core/picture/render_target.h"

namespace ergo {

/// What is drawn on nothing, premultiplied, and brought to the host in portions, because the device's wait
/// and the copy of a large picture take long. Needs the GL context current that it was made in, in its end
/// too.
class OverlayImage {
 public:
  /// `draw` draws into the bound framebuffer. Throws Error where the picture is too large.
  OverlayImage(QSize size, const std::function<void()>& draw);
  /// Reads some rows more; false where none are left.
  bool read_more();
  QImage image() const { return image_; }

 private:
  RenderTarget target_;
  QImage image_;
  std::vector<std::uint8_t> rows_;
  int read_ = 0;  ///< rows, from the top
};

}  // namespace ergo
