#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/gl/palette.h"
#include "core/run/session.h"

namespace ergo {

class ShaderLibrary;

/// What part of the plane the picture shows: `height` plane units from bottom to top.
struct Camera {
  Position centre;
  double height = 1;
};

/// The camera that shows the whole of the target's window in a picture of this aspect (width / height).
Camera camera_for(const Window& window, double aspect);

enum class ColourBy { sampler, energy, kinetic_energy, weight };
enum class DrawsShown { raw, weighted, reservoir };

/// Everything the picture depends on but the run.
struct View {
  int width = 1280, height = 800;  ///< physical pixels
  double scale = 1;                ///< physical pixels per logical pixel
  Camera camera;
  Palette palette;
  ColourBy colour_by = ColourBy::sampler;
  DrawsShown draws = DrawsShown::weighted;
  bool contours = false;
  bool trails = true;
  double trail_life = 24;   ///< frames until a trail has faded to 1/e
  double point_size = 2;    ///< diameter in logical pixels of a chain of mean weight
};

/// Pixels, rows from top to bottom, RGBA with 8 bits each.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

/// Draws a session into a framebuffer of its own: density, contours, trails, chains, divergence marks. Lives in
/// the context that was current when it was made; needs that context current in every call.
class Scene {
 public:
  explicit Scene(std::shared_ptr<ShaderLibrary> shaders = {});  ///< none: the built-in copy
  ~Scene();
  /// Adds the segment from every chain's position at the last call to its position now to the trails. Call it
  /// after each advance() that should be seen.
  void accumulate(Session& session, const View& view);
  /// Forgets the trails; the next accumulate() starts new ones. Call it after a reset or a rewind.
  void clear_trails();
  /// Fades the trails by one frame and draws everything. Leaves its framebuffer bound.
  void draw(Session& session, const View& view);
  /// The framebuffer last drawn, e.g. to add an overlay or to blit.
  unsigned framebuffer() const;
  Image read() const;  ///< waits for the device

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ergo
