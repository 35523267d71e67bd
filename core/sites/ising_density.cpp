#include "core/sites/ising_density.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/sites/ising_rows.h"
#include "core/sites/site_graph.h"

namespace ergo {

namespace {

/// Counts [up, unlike] of the rows so far, by their last one. Up and unlike make one place: adding to either
/// of them shifts by a fixed number of places.
class CountsByRow {
 public:
  CountsByRow(const IsingGrid& grid, std::size_t places, std::size_t per_up)
      : rows_(ising_rows(grid)),
        bonds_(rows_[0].bonds),
        places_(places),
        per_up_(per_up),
        counts_(rows_.size() * places) {}

  std::uint64_t* of(std::size_t row) { return &counts_[row * places_]; }

  /// The last row's own spins up and unlike neighbours; rows of equal spins have none of these.
  void add_row() {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto unlike = static_cast<std::size_t>((bonds_ - rows_[row].bonds) / 2);
      shift(row, static_cast<std::size_t>(std::popcount(row)) * per_up_ + unlike);
    }
  }

  /// Goes on to the next row, column by column: one unlike pair more where the spin changes.
  void add_bonds() {
    for (std::size_t bit = 1; bit < rows_.size(); bit *= 2)
      for (std::size_t low = 0; low < rows_.size(); ++low)
        if (!(low & bit)) mix(of(low), of(low | bit));
  }

 private:
  void shift(std::size_t row, std::size_t by) {
    std::uint64_t* counts = of(row);
    std::copy_backward(counts, counts + places_ - by, counts + places_);
    std::fill(counts, counts + by, 0);
  }

  void mix(std::uint64_t* low, std::uint64_t* high) const {
    for (std::size_t place = places_ - 1; place > 0; --place) {
      low[place] += high[place - 1];
      high[place] += low[place - 1];
    }
  }

  std::vector<IsingRow> rows_;
  double bonds_;
  std::size_t places_, per_up_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace

IsingDensity::IsingDensity(int rows, int columns, bool torus) : rows_(rows), columns_(columns), edges_(0) {
  if (columns > 6 || rows > 8)
    throw illegal_value("grid", std::to_string(rows) + " x " + std::to_string(columns),
                        "up to 8 rows of 6 columns", "");
  const IsingGrid grid{rows, columns, torus, 0};
  check_grid(grid, 6);
  edges_ = static_cast<int>(grid_graph(rows, columns, torus).pairs.size());
  const auto per_up = static_cast<std::size_t>(edges_ + 1),
             places = static_cast<std::size_t>(sites() + 1) * per_up;
  counts_.resize(places);
  const auto add = [&](std::uint64_t* counts, int times) {
    for (std::size_t place = 0; place < places; ++place)
      counts_[place] += static_cast<std::uint64_t>(times) * counts[place];
  };
  const std::size_t row_count = std::size_t{1} << columns;
  const std::vector<int> alike = alike_rows(columns);
  for (std::size_t first = 0; first < (closes(grid) ? row_count : 1); ++first) {
    if (closes(grid) && alike[first] == 0) continue;
    CountsByRow counts(grid, places, per_up);
    for (std::size_t row = 0; row < row_count; ++row) counts.of(row)[0] = !closes(grid) || row == first;
    for (int r = 0; r < rows; ++r) {
      if (r > 0) counts.add_bonds();
      counts.add_row();
    }
    if (closes(grid)) {
      counts.add_bonds();
      add(counts.of(first), alike[first]);
    } else {
      for (std::size_t row = 0; row < row_count; ++row) add(counts.of(row), 1);
    }
  }
}

IsingSums IsingDensity::sums(double coupling, double field) const {
  const double n = sites();
  double top = -std::numeric_limits<double>::infinity(), z = 0, bonds = 0, spin = 0, spin_squared = 0;
  const auto each = [&](const auto& tell) {
    for (int up = 0; up <= sites(); ++up)
      for (int unlike = 0; unlike <= edges_; ++unlike)
        if (count(up, unlike) > 0) {
          const double b = edges_ - 2 * unlike, m = 2 * up - n;
          tell(b, m, std::log(static_cast<double>(count(up, unlike))) + coupling * b + field * m);
        }
  };
  each([&](double, double, double log_weight) { top = std::max(top, log_weight); });
  each([&](double b, double m, double log_weight) {
    const double weight = std::exp(log_weight - top);
    z += weight;
    bonds += weight * b / n;
    spin += weight * m / n;
    spin_squared += weight * m * m / (n * n);
  });
  return {top + std::log(z), bonds / z, spin / z, spin_squared / z};
}

}  // namespace ergo
