#pragma once

#include <memory>

#include "core/picture/scene.h"

namespace ergo {

/// Draws on the processor, into memory, on all cores: the twin of GlScene. Pictures of the two differ by roundings.
/// Lives in the thread that made it.
class SoftwareScene final : public Scene {
 public:
  SoftwareScene();
  ~SoftwareScene() override;
  void accumulate(Session& session, const View& view) override;
  void clear_trails() override;
  void hold_trails() override;
  void fade(const Session& session, const View& view, const Pause& pause = {}) override;
  void draw(Session& session, const View& view, const ChainData* moving = nullptr, const Pause& pause = {}) override;
  DrawnPicture drawn() const override;
  Image read() const override;
  unsigned density_renders() const override;
  const SiteScale& site_scale() const override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

SceneFactory software_scenes();

}  // namespace ergo
