#pragma once

#include <span>

#include "core/site_pictures/tiles.h"
#include "core/sites/site_target.h"
#include "core/view/palette.h"
#include "core/view/view.h"

namespace ergo {

inline constexpr std::size_t most_shown_chains = 64;

/// Rows and columns in which the sites of a configuration are shown: a square or nearly so.
struct SiteGridShape {
  int rows, columns;
};
SiteGridShape grid_shape(const SiteTarget& target);

/// The colour of a site's value: two values as ground and accent, numbers along the ramp, classes each their own.
Tiles::Shade site_shade(const SiteTarget& target, int value, const Palette& palette);

/// Throws Error where a picture of this size has no room for one tile.
void check_room(const SiteTarget& target, int width, int height);

/// The configurations of the first chains, up to most_shown_chains or as many as fit, as tiles of one cell a
/// site, rows after rows; a square or nearly so where the sites have no other shape. `before`: those of a
/// step ago; sites that have changed are marked where cells are large enough. Empty: nothing is marked.
/// Throws Error as check_room() does.
Image picture_of(const SiteTarget& target, std::span<const Configuration> now,
                 std::span<const Configuration> before, int width, int height, const Palette& palette);

}  // namespace ergo
