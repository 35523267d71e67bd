#pragma once

#include <functional>
#include <vector>

#include "core/random/draws.h"

namespace ergo {

/// A uniform on (0,1) of 46 bits, made of a draw's two uniforms of 23 bits, the midpoints (k + 1/2)/2^23: the
/// second fills the first's cell, so that quantiles reach into the tails.
inline double fine_uniform(const Draw& draw) { return draw.uniform1 - 0x1p-24 + 0x1p-23 * draw.uniform2; }

/// The quantile function of a density on [low, high], tabulated on equal cells by Gauss-Legendre quadrature.
/// Five points a cell: for a Gaussian of standard deviation s and cells of s/8 the error is below 1e-15 of
/// the total.
class InverseCdf {
 public:
  /// `density` need not be normalised; it must be smooth across a cell.
  InverseCdf(std::function<double(double)> density, double low, double high, int cells);

  /// The integral of the density over [low, high].
  double total() const { return cumulative_.back(); }

  /// The x with mass u * total() to its left; u in [0, 1].
  double operator()(double u) const;

 private:
  double mass(double from, double to) const;
  double invert_in_cell(double left, double cell_mass, double mass_left) const;

  std::function<double(double)> density_;
  double low_, width_;
  std::vector<double> cumulative_;  ///< mass left of each cell's left edge, and the total
};

}  // namespace ergo
