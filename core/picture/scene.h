#pragma once

#include <memory>

#include "core/picture/render_target.h"
#include "core/picture/site_layer.h"
#include "core/run/session.h"

namespace ergo {

class ShaderLibrary;

/// Draws a session into a framebuffer of its own: density, contours, trails, chains, divergence marks. Lives
/// in the context that was current when it was made; needs that context current in every call.
///
/// The picture is a sum over chains in fixed point, so it does not depend on the order in which they are
/// drawn.
class Scene {
 public:
  explicit Scene(std::shared_ptr<ShaderLibrary> shaders = {});  ///< none: the built-in copy
  ~Scene();
  /// Adds the segments from the chains' positions at the last call to those now to the trails, of at most
  /// 1024 evenly spaced chains: the first twelve as lines, the others as a haze. Call it after each advance()
  /// that should be seen. Where the colours show divergences it also keeps those of the last step.
  void accumulate(Session& session, const View& view);
  /// Forgets the trails and the marks of earlier divergences; the next accumulate() starts new ones. Call it after a
  /// reset or a rewind.
  void clear_trails();
  /// The next frame fades nothing, as the run is paused.
  void hold_trails();
  /// A frame that is not shown: only fades the trails.
  void fade(const Session& session, const View& view, const Pause& pause = {});
  /// Fades the trails by one frame, but for hold_trails(), and draws everything. Leaves its framebuffer
  /// bound, no program, no vertex array, and blending, depth and scissor tests off. Throws Error where a
  /// shader edited on disk does not compile (the programs in use stay) or the picture exceeds what the device
  /// can hold. `moving`: the chains to draw, on their way through a step; none: as the session has them.
  /// `pause`: between portions of a picture that is large; the same pixels.
  void draw(Session& session, const View& view, const ChainData* moving = nullptr, const Pause& pause = {});
  /// The framebuffer last drawn, e.g. to add an overlay or to blit.
  unsigned framebuffer() const;
  Image read() const;  ///< waits for the device
  /// How often the density map has been drawn; it is kept while target, camera, size and palette stay.
  unsigned density_renders() const;
  /// The colour scale of the lattice drawn last.
  const SiteScale& site_scale() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ergo
