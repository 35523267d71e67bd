#pragma once

#include <span>

#include "core/unit/target.h"

namespace ergo {

/// The part of the window of a Gaussian mixture beyond each side of which, along each axis with a variance, a
/// quarter of a thousandth of the mass lies. By bisection to a millionth of the window.
Window mixture_frame(std::span<const GaussianTerm> terms, const Window& window);

}  // namespace ergo
