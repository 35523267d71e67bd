#pragma once

#include <span>
#include <vector>

#include "core/view/palette.h"

namespace ergo {

enum class Vision { normal, protanopia, deuteranopia };

/// Difference of two small marks' colours, in noticeable differences: 1 where half of the observers with this
/// vision see one (Stone, Szafir & Setlur 2014, An engineering model for color difference as a function of
/// size, for marks of 1/3 of a degree: 7.3 in L*, 10.0 in a*, 14.0 in b* of CIELAB).
double colour_difference(Colour one, Colour other, Vision vision);

/// Whether everyone can distinguish curves in these colours: they are two noticeable differences apart under every kind
/// of vision.
bool told_apart(Colour one, Colour other);

/// For each of the curves in these colours the number of its dash pattern, 0 for a whole line: another one than
/// those of all earlier curves whose colours are not told apart from its own.
std::vector<int> curve_dashes(std::span<const Colour> colours);

}  // namespace ergo
