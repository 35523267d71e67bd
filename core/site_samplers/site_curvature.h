#pragma once

#include <memory>

#include "core/maths/quadratic_model.h"
#include "core/sites/site_target.h"

namespace ergo {

/// Numbers in a gradient of targets that may be given a quadratic model: D takes the cube of it to find.
inline constexpr int most_coordinates = 512;

/// W of a quadratic model of -E, in the coordinates of its gradient: minus the Hessian where that is
/// constant, else the symmetric matrix closest to it in that W (x - x') ~ grad E(x') - grad E(x) for pairs of
/// configurations (Sun et al. 2023, Eq. 10). Pairs: the configurations before and after each of 2 N sweeps,
/// 64 at least, by a Gibbs sampler after 50 sweeps from a random configuration, for N coordinates. They are
/// the same in every run: data of the target. Throws Error for more than most_coordinates.
Eigen::MatrixXd quadratic_form(const std::shared_ptr<const SiteTarget>& target);

/// y - x in the coordinates of the gradient: the sites themselves, or a component for each class.
void coordinate_step(const SiteTarget& target, ConfigurationView x, ConfigurationView y, std::span<double> step);

}  // namespace ergo
