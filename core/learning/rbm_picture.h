#pragma once

#include <span>

#include "core/learning/picture_set.h"
#include "core/site_targets/rbm.h"
#include "core/view/palette.h"
#include "core/view/view.h"

namespace ergo {

/// The filters W_j of all hidden units as tiles, those with the largest weights first, in the theme's colours
/// of excess and lack: full at the largest |weight| of all. Below them as many of the configurations, as
/// tiles of the text's colour, as fit into as many rows.
Image picture_of(const RbmWeights& weights, const PictureSet& pictures,
                 std::span<const Configuration> configurations, const Palette& palette);

}  // namespace ergo
