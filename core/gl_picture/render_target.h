#pragma once

#include "core/gl/objects.h"
#include "core/picture/pause.h"

namespace ergo {

/// Waits for the device, then calls `pause`.
void finish_portion(const Pause& pause);

/// Waits until the device has done what was ordered.
void wait_for_device();

/// A texture of RGBA with 8 bits each, its framebuffer, and the full-screen pass that fills it.
class RenderTarget {
 public:
  /// Makes texture and framebuffer anew where the size differs. Throws Error (Blame::machine) where the
  /// device cannot hold a picture of this size.
  void fit(int width, int height);
  /// Runs the fragment program in use over every pixel, whatever blending, depth, stencil, scissor, culling
  /// and masks were before; leaves them off (masks on), and the framebuffer bound.
  void fill(const Pause& pause = {});
  /// The same at once over `count` tiles, whose corners are the program's; the others keep what they have.
  /// The shader's second output goes to the texture `second`, of the same size.
  void fill_tiles(int count, unsigned second);
  void clear();               ///< to transparent black
  void copy(unsigned other);  ///< of a RenderTarget's texture of the same size
  unsigned texture() const { return texture_.name(); }
  unsigned framebuffer() const { return framebuffer_.name(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  void begin();
  void end();
  gl::Texture texture_;
  gl::Framebuffer framebuffer_;
  gl::VertexArray vertices_;
  int width_ = 0, height_ = 0;
};

}  // namespace ergo
