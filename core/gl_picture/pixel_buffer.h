#pragma once

#include "core/gl/objects.h"

namespace ergo {

/// One unsigned integer per pixel, from the lowest row up: written by compute shaders as a buffer image, as
/// storage buffers may be too small for a large picture; read by fragment shaders as a buffer texture.
class PixelBuffer {
 public:
  /// Makes it anew, all zero, where the size differs. Throws Error (Blame::machine) where the device cannot
  /// hold a picture of this size.
  void fit(int width, int height);
  void clear() { buffer_.clear(); }
  void bind_image(unsigned unit) const;
  void bind_texture(unsigned unit) const;

 private:
  gl::Buffer buffer_;
  gl::Texture texture_;
};

/// Unbinds buffer textures and pictures from units 0 to `count` - 1 and makes unit 0 active.
void unbind_textures(unsigned count);

}  // namespace ergo
