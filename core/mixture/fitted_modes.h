#pragma once

#include <vector>

#include "core/mixture/mode_list.h"

namespace ergo {

/// Gaussians in place of a target's density.
struct FittedModes {
  enum class By {
    terms,      ///< the target's own mixture: the density stays as it is, up to rounding
    curvature,  ///< at each mode, by Laplace's approximation
    moments     ///< one Gaussian with the density's mean and covariance, where no mode was found
  } by = By::terms;
  std::vector<GaussianMode> modes;  ///< legal, with numbers of fitted_digits digits; the largest weight is 1
  std::size_t left_out = 0;         ///< modes beyond most_gaussian_modes, or too light to be legal
};

inline constexpr int fitted_digits = 6;

/// For a target of the plane in two dimensions. Where its mixture() is no legal list, its modes() are taken, or where
/// it tells none, those that find_modes() finds in its window. At a mode m with the Hessian H of E,
///   S = H^-1,   weight = exp(-E(m)) sqrt(det S);
/// a standard deviation is at most the mode's radius, which holds where E is flat too.
FittedModes fitted_modes(const Target& target);

}  // namespace ergo
