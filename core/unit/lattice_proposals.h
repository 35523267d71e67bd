#pragma once

#include "core/maths/discrete_gaussian.h"
#include "core/unit/lattice_sampler.h"

namespace ergo {

/// q(y | x) = prod_i N_Z(y_i; c_i, alpha_i) on the sites of each axis, the distribution of first-order
/// proposals
///   q_i(y) ∝ exp(-beta dE/dx_i (y_i - x_i) - (y_i - x_i)^2/(2 alpha_i)),   c = x - alpha beta grad E
/// (Zhang, Liu & Liu 2022, Eq. 4 with beta = 1/2).
struct GaussianProposal {
  DiscreteGaussian x, y;

  GaussianProposal(Position centre, Position variance, Sides sides)
      : x{centre.x, variance.x, sides.x}, y{centre.y, variance.y, sides.y} {}

  Position draw(const Draws& draws) const;  ///< from the first site_slots
  double log_mass(Position to) const {
    return x.log_mass(static_cast<int>(to.x)) + y.log_mass(static_cast<int>(to.y));
  }
  std::vector<ProductMass> masses() const { return {{1, {0, x.masses()}, {0, y.masses()}}}; }
};

/// That distribution for variances alpha_i along the axes.
inline GaussianProposal first_order_proposal(Position x, Position gradient, Position alpha, double beta,
                                             Sides sides) {
  return {{x.x - alpha.x * beta * gradient.x, x.y - alpha.y * beta * gradient.y}, alpha, sides};
}

}  // namespace ergo
