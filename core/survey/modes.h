#pragma once

#include <span>
#include <vector>

#include "core/base/stop.h"
#include "core/survey/descent.h"

namespace ergo {

inline constexpr std::size_t most_found_modes = 64;

/// The modes of a density within a window, those with most mass first, most_found_modes at most. A mode is a local minimum of E with
/// a circle about it on which E is higher by a tenth or more than in its middle; what lies within the smallest such
/// circle is the same mode. On the circle of half that radius E must be higher too, by a thousandth: a ring, a ridge
/// and a flat floor have no mode. Minima with less than 1e-4 of the mass of the heaviest, by r^dim exp(-E), are left
/// out.
///
/// A mode's radius r is three times the largest distance from it at which E rises by 1/2, of a Gaussian three standard
/// deviations, or less where E rises by 9/2 before; and no more than half the distance to the nearest other mode.
/// Places err by about 1e-6 of that.
///
/// `near` are places where minima are already known, such as FoundWindow::low. 2e5 evaluations for few minima, and 6e5
/// at most.
std::vector<Mode> find_modes(const Landscape& landscape, const Window& window, std::span<const LowPoint> near = {},
                             StopToken stop = {});

}  // namespace ergo
