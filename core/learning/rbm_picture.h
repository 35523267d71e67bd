#pragma once

#include <span>

#include "core/site_pictures/site_picture.h"
#include "core/site_targets/rbm.h"
#include "core/view/palette.h"
#include "core/view/view.h"

namespace ergo {

/// Hidden units, those with the longest filters W_j first.
std::vector<std::size_t> units_by_length(const RbmWeights& weights);
/// The largest |weight|.
double largest_weight(const RbmWeights& weights);
/// The colour of a weight: the theme's of excess and lack, full at `largest`.
Tiles::Shade shade_of(double weight, double largest, const Palette& palette);

/// The filters W_j of all hidden units as tiles, those with the largest weights first, in the theme's colours
/// of excess and lack: full at the largest |weight| of all. Below them as many of the configurations, as
/// tiles of the text's colour, as fit into as many rows.
Image picture_of(const RbmWeights& weights, SiteGridShape shape,
                 std::span<const Configuration> configurations, const Palette& palette);

}  // namespace ergo
