#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/picture/pause.h"
#include "core/picture/ground_key.h"
#include "core/picture/site_blocks.h"
#include "core/raster/chain_numbers.h"
#include "core/raster/pixel_plane.h"

namespace ergo {

/// The still part of the picture, kept while what it depends on stays: the density and contours of a target of the
/// plane, or a lattice's distribution, the swarm's histogram, or their difference.
class Ground {
 public:
  /// Draws it anew where needed. Calls `pause` between portions of rows.
  void update(Session& session, const View& view, const Projection& shown, ThreadPool& pool, const Pause& pause);
  const std::uint32_t* words() const { return words_.data(); }  ///< 0xAARRGGBB from the top row, padded
  const DensityLevels& levels() const { return levels_; }
  const SiteScale& scale() const { return scale_; }
  unsigned renders() const { return renders_; }

 private:
  /// `before`: what was drawn last, whose levels are known.
  void draw_density(const Session& session, const View& view, const Projection& shown,
                    const std::optional<GroundKey>& before, ThreadPool& pool, const Pause& pause);
  void draw_sites(Session& session, const View& view, const Projection& shown, ThreadPool& pool, const Pause& pause);
  void follow(const Session& session);
  /// The swarm's mass per site in blocks, or by how much that is off where it is by more than chance: [y][x].
  std::vector<float> block_values(Session& session, Show show, int block);

  std::optional<GroundKey> drawn_;  ///< none where the ground depends on the chains
  std::vector<std::uint32_t> words_;
  DensityLevels levels_;  ///< of the target drawn last
  std::optional<UnitChoice> lattice_;  ///< what the following are of
  DensityLevels lattice_levels_;
  SiteScale scale_;
  std::size_t chains_ = 0;           ///< those that scale_.block was made for
  std::vector<float> distribution_;  ///< [y][x]
  ChainNumbers numbers_;
  unsigned renders_ = 0;
};

}  // namespace ergo
