#pragma once

#include "core/sites/site_chains.h"

namespace ergo {

/// An Ising model on a grid: log p = J sum_edges s s' + h sum_i s_i + const. Each pair of neighbours is one
/// edge, also on a torus of side 2.
struct IsingGrid {
  int rows, columns;
  bool torus;
  double coupling;   ///< J
  double field = 0;  ///< h
};

/// Exact sums over all configurations of such a model.
struct IsingSums {
  double log_z;
  double bonds;         ///< mean of sum_edges s s'/n
  double spin;          ///< <m>, m = sum_i s_i/n
  double spin_squared;  ///< <m^2>
  /// <E>/n
  double energy(const IsingGrid& grid) const { return -grid.coupling * bonds - grid.field * spin; }
};

/// By the transfer matrix along the rows and its exact derivatives. Throws Error for no or more than 12
/// columns, no or more than 64 rows, and couplings or fields beyond 10.
IsingSums ising_sums(const IsingGrid& grid);

/// Exact draws, row after row given the rows before. Throws Error as ising_sums(), and for more than 8
/// columns.
class IsingDraws {
 public:
  explicit IsingDraws(const IsingGrid& grid);
  Configuration draw(const SiteDraws& draws) const;  ///< values 0 and 1 for spins -1 and 1, by rows

 private:
  /// Draws a row: weight(row) of each, not normalised.
  template <class Weight>
  std::size_t draw_row(const Weight& weight, double uniform) const;

  IsingGrid grid_;
  std::vector<double> row_weight_;   ///< of each row by itself
  std::vector<double> pair_weight_;  ///< of two rows by the number of columns in which they differ
  /// Of the rows after row k, and of the first one again on a torus, given row k and the first one:
  /// rest_[k][row + 2^columns first], or rest_[k][row] where the first one does not matter.
  std::vector<std::vector<double>> rest_;
};

/// Starts from p itself; the draws must outlive it.
SiteStart exact_site_start(const IsingDraws& exact);

}  // namespace ergo
