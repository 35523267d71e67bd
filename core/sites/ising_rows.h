#pragma once

#include <cstddef>
#include <vector>

#include "core/sites/ising_transfer.h"

namespace ergo {

/// Sums over the spins of one row, bit c of a row being the spin of column c.
struct IsingRow {
  double bonds;  ///< sum of s s' along the row
  double spins;  ///< sum of s
};

/// Of all 2^columns rows.
std::vector<IsingRow> ising_rows(const IsingGrid& grid);

/// e^(J bonds + h spins) of each row, divided by e^log_scale, the greatest of them.
struct RowWeights {
  std::vector<double> weights;
  double log_scale;
};
RowWeights row_weights(const IsingGrid& grid, const std::vector<IsingRow>& rows);

/// Whether the last row touches the first: on a torus, unless they are next to each other anyway.
inline bool closes(const IsingGrid& grid) { return grid.torus && grid.rows > 2; }

/// Of each row the number of rows that turning and reflecting make of it, counted at the least of them and 0
/// at the others: as first rows of a torus they all give the same sum.
std::vector<int> alike_rows(int columns);

/// Throws Error for more columns than `most_columns`, and for couplings and fields that are not finite.
void check_grid(const IsingGrid& grid, int most_columns);

/// Throws Error for a coupling or field beyond 10 in size: exponentials of more than a row of them would
/// overflow.
void check_ising_strengths(double coupling, double field);

}  // namespace ergo
