#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/picture/pause.h"
#include "core/picture/site_blocks.h"
#include "core/run/session.h"
#include "core/view/view.h"

namespace ergo {

/// A picture where it was drawn: in a framebuffer, or in memory.
struct DrawnPicture {
  unsigned framebuffer = 0;              ///< 0: in memory
  const std::uint32_t* words = nullptr;  ///< 0xAARRGGBB, rows from top to bottom
  int stride = 0;                        ///< words from row to row
};

/// Draws a session: density, contours, trails, chains, divergence marks.
///
/// The picture is a sum over chains in fixed point, so it does not depend on the order in which they are
/// drawn.
class Scene {
 public:
  virtual ~Scene() = default;
  /// Adds the segments from the chains' positions at the last call to those now to the trails, of at most
  /// 1024 evenly spaced chains: the first twelve as lines, the others as a haze. Call it after each advance()
  /// that should be seen. Where the colours show divergences it also keeps those of the last step.
  virtual void accumulate(Session& session, const View& view) = 0;
  /// Forgets the trails and the marks of earlier divergences; the next accumulate() starts new ones. Call it after a
  /// reset or a rewind.
  virtual void clear_trails() = 0;
  /// The next frame fades nothing, as the run is paused.
  virtual void hold_trails() = 0;
  /// A frame that is not shown: only fades the trails.
  virtual void fade(const Session& session, const View& view, const Pause& pause = {}) = 0;
  /// Fades the trails by one frame, but for hold_trails(), and draws everything. Throws Error where a shader edited on
  /// disk does not compile (what is in use stays) or the picture exceeds what the device can hold. `moving`: the
  /// chains to draw, on their way through a step; none: as the session has them. `pause`: between portions of a
  /// picture that is large; the same pixels.
  virtual void draw(Session& session, const View& view, const ChainData* moving = nullptr,
                    const Pause& pause = {}) = 0;
  /// The picture last drawn, until the next call.
  virtual DrawnPicture drawn() const = 0;
  virtual Image read() const = 0;  ///< waits for the device
  /// How often the still ground has been drawn; it is kept while target, camera, size and palette stay.
  virtual unsigned density_renders() const = 0;
  /// The colour scale of the lattice drawn last.
  virtual const SiteScale& site_scale() const = 0;
};

using SceneFactory = std::function<std::unique_ptr<Scene>()>;

}  // namespace ergo
