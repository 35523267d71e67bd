#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/gl_picture/draw_program.h"
#include "core/gl_picture/render_target.h"
#include "core/picture/ground_key.h"
#include "core/run/session.h"
#include "core/view/density_levels.h"
#include "core/view/projection.h"

namespace ergo {

/// The still part of the picture, kept in a texture while what it depends on stays.
class DensityLayer {
 public:
  /// Draws the texture anew where needed. `target_values` is a buffer of the target's parameters.
  void update(const ShaderLibrary& library, const Session& session, const View& view, const Projection& shown,
              unsigned target_values, const Pause& pause);
  /// Compiles the programs in use anew. Throws Error, and then changes nothing.
  void reload(const ShaderLibrary& library);
  unsigned texture() const { return picture_.texture(); }
  const DensityLevels& levels() const { return levels_; }
  unsigned renders() const { return renders_; }

 private:
  void render(const DrawProgram& program, const Projection& shown, const View& view, unsigned target_values,
              const Pause& pause);

  struct Drawn {
    TargetKernel target;
    DrawProgram program;
  };
  const DrawProgram& program_of(const ShaderLibrary& library, const Session& session);

  std::map<std::string, Drawn> programs_;  ///< by TargetKernel::key()
  std::optional<GroundKey> drawn_;
  DensityLevels levels_;
  RenderTarget picture_;
  unsigned renders_ = 0;
};

}  // namespace ergo
