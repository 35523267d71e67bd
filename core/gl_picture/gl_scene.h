#pragma once

#include <memory>

#include "core/kernel_text/shader_library.h"
#include "core/picture/scene.h"

namespace ergo {

/// Draws with OpenGL into a framebuffer of its own. Lives in the context that was current when it was made; needs that
/// context current in every call.
class GlScene final : public Scene {
 public:
  explicit GlScene(std::shared_ptr<ShaderLibrary> shaders = {});  ///< none: the built-in copy
  ~GlScene() override;
  void accumulate(Session& session, const View& view) override;
  void clear_trails() override;
  void hold_trails() override;
  void fade(const Session& session, const View& view, const Pause& pause = {}) override;
  /// Leaves its framebuffer bound, no program, no vertex array, and blending, depth and scissor tests off.
  void draw(Session& session, const View& view, const ChainData* moving = nullptr, const Pause& pause = {}) override;
  DrawnPicture drawn() const override;
  Image read() const override;
  unsigned density_renders() const override;
  const SiteScale& site_scale() const override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

SceneFactory gl_scenes(std::shared_ptr<ShaderLibrary> shaders = {});

}  // namespace ergo
