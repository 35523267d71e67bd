#pragma once

#include <span>

#include "core/training/plane_data.h"
#include "core/view/palette.h"
#include "core/view/view.h"

namespace ergo {

/// Side by side over the data's window: the data's density, that of energies on the grid in the same tones,
/// and the points in `colour`.
Image picture_of(const PlaneData& data, const EnergyGrid& grid, std::span<const Position> points,
                 Colour colour, const Palette& palette);

}  // namespace ergo
