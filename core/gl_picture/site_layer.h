#pragma once

#include <optional>
#include <string>

#include "core/gl/gl_backend.h"
#include "core/gl/objects.h"
#include "core/gl_picture/draw_program.h"
#include "core/gl_picture/render_target.h"
#include "core/picture/ground_key.h"
#include "core/picture/site_blocks.h"
#include "core/run/session.h"
#include "core/unit/lattice.h"
#include "core/view/density_levels.h"
#include "core/view/projection.h"

namespace ergo {

struct SitePrograms {
  explicit SitePrograms(const ShaderLibrary& library)
      : count(DrawProgram::per_chain(library, {"draw/count.comp"})),
        values(DrawProgram::per_chain(library, {"draw/site_values.comp"})),
        plain(picture(library, "draw/no_contours.glsl")),
        contoured(picture(library, "draw/contours.glsl")) {}
  static DrawProgram picture(const ShaderLibrary& library, const std::string& contours) {
    return DrawProgram::fragment(library, {"draw/sites.glsl", contours, "draw/sites.frag"});
  }
  DrawProgram count, values, plain, contoured;
};

/// The ground of a picture of a lattice: its distribution, the swarm's histogram, or their difference.
class SiteLayer {
 public:
  /// Draws what the view shows; the distribution only where something it depends on changed.
  void update(const SitePrograms& programs, const ChainBuffers& chains, const Session& session,
              const View& view, const Projection& shown, const Pause& pause);
  /// Has the next update() draw anew.
  void reload() { drawn_.reset(); }
  unsigned texture() const { return picture_.texture(); }
  const DensityLevels& levels() const { return levels_; }
  const SiteScale& scale() const { return scale_; }
  unsigned renders() const { return renders_; }

 private:
  void follow(const Session& session, std::size_t chains);
  void fit(const LatticeTarget& lattice, int block);
  void count_chains(const DrawProgram& count, const ChainBuffers& chains, Sides sides);
  void find_values(const DrawProgram& find, Sides sides, Show show);
  void render(const DrawProgram& sites, const LatticeTarget& lattice, const View& view,
              const Projection& shown, const Pause& pause);

  std::optional<UnitChoice> target_;  ///< what levels_, scale_, distribution_ and truth_ were made of
  std::optional<GroundKey> drawn_;          ///< the distribution's picture, while it is on texture()
  DensityLevels levels_;
  SiteScale scale_;
  std::size_t chains_ = 0;  ///< those that scale_.block was made for
  int block_ = 0;           ///< of what follows
  gl::Buffer truth_, counts_;
  gl::Texture distribution_, values_;
  RenderTarget picture_;
  unsigned renders_ = 0;
};

}  // namespace ergo
