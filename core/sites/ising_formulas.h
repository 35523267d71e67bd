#pragma once

namespace ergo {

/// Couplings J that the formulas are for.
inline constexpr double least_formula_coupling = 1e-6, most_formula_coupling = 10;

/// log Z and the mean of sum_edges s s'/n, its derivative by J over n.
struct IsingFormula {
  double log_z, bonds;
};

/// The torus of m x n spins, m, n >= 3, at J > 0 and h = 0 (Kaufman 1949). Throws Error outside of that.
IsingFormula kaufman_torus(int rows, int columns, double coupling);

/// log Z per spin and mean of sum_edges s s' per spin of the infinite grid at J > 0 and h = 0 (Onsager 1944).
/// Throws Error outside of that.
IsingFormula onsager_grid(double coupling);

/// J at which the infinite grid orders: log(1 + sqrt 2)/2.
inline constexpr double critical_coupling = 0.44068679350977151;

}  // namespace ergo
