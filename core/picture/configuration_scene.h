#pragma once

#include <cstdint>
#include <vector>

#include "core/picture/scene.h"
#include "core/site_pictures/site_picture.h"

namespace ergo {

/// Draws a session's configurations of sites as tiles, those of the first chains, on the processor. Sites that the last
/// accumulate() found changed since the one before are marked where they are large enough. There are no trails.
class ConfigurationScene final : public Scene {
 public:
  /// `head`: pixels that are left above the tiles, for words. The session's target has sites. Throws Error where the
  /// view has no room for one tile.
  ConfigurationScene(const Session& session, const View& view, double head);

  void accumulate(Session& session, const View& view) override;
  void clear_trails() override { before_.clear(); }
  void hold_trails() override {}
  void fade(const Session&, const View&, const Pause& = {}) override {}
  void draw(Session& session, const View& view, const ChainData* moving = nullptr, const Pause& pause = {}) override;
  DrawnPicture drawn() const override;
  Image read() const override { return image_; }
  unsigned density_renders() const override { return 0; }
  const SiteScale& site_scale() const override { return scale_; }

 private:
  int head_in(const View& view) const;

  int head_;
  std::uint64_t step_ = 0;                   ///< of now_
  std::vector<Configuration> now_, before_;  ///< of the first chains, at the last two accumulate()
  Image image_;
  std::vector<std::uint32_t> words_;  ///< the image as drawn() has it
  SiteScale scale_;
};

}  // namespace ergo
