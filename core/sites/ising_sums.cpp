#include <algorithm>
#include <array>
#include <cmath>

#include "core/sites/ising_rows.h"

namespace ergo {

namespace {

/// Weights of the rows so far, by their last one, with derivatives by the couplings of all terms so far.
struct RowSums {
  explicit RowSums(std::size_t rows) : z(rows), by_h(rows), by_hh(rows), by_j(rows) {}
  std::array<std::vector<double>*, 4> all() { return {&z, &by_h, &by_hh, &by_j}; }
  std::vector<double> z, by_h, by_hh, by_j;
  double log_scale = 0;
};

class RowByRow {
 public:
  explicit RowByRow(const IsingGrid& grid)
      : grid_(grid),
        rows_(ising_rows(grid)),
        own_(row_weights(grid, rows_)),
        equal_(std::exp(grid.coupling - std::abs(grid.coupling))),
        unequal_(std::exp(-grid.coupling - std::abs(grid.coupling))) {}

  std::size_t count() const { return rows_.size(); }

  /// Multiplies by the last row's own weight e^(J bonds + h spins).
  void add_row(RowSums& sums) const {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto [bonds, spins] = rows_[row];
      const double z = sums.z[row], by_h = sums.by_h[row], weight = own_.weights[row];
      sums.by_hh[row] = weight * (sums.by_hh[row] + 2 * spins * by_h + spins * spins * z);
      sums.by_h[row] = weight * (by_h + spins * z);
      sums.by_j[row] = weight * (sums.by_j[row] + bonds * z);
      sums.z[row] = weight * z;
    }
    sums.log_scale += own_.log_scale;
  }

  /// Goes on to the next row: sums over the last one with the bonds between them, e^(J s s') for each column.
  void add_bonds(RowSums& sums) const {
    for (std::size_t bit = 1; bit < rows_.size(); bit *= 2)
      for (std::size_t block = 0; block < rows_.size(); block += 2 * bit)
        for (std::size_t low = block; low < block + bit; ++low) {
          const std::size_t high = low + bit;
          const double z = sums.z[low], z_high = sums.z[high];
          mix(sums.z[low], sums.z[high]);
          mix(sums.by_h[low], sums.by_h[high]);
          mix(sums.by_hh[low], sums.by_hh[high]);
          mix(sums.by_j[low], sums.by_j[high]);
          sums.by_j[low] += equal_ * z - unequal_ * z_high;
          sums.by_j[high] += equal_ * z_high - unequal_ * z;
        }
    sums.log_scale += grid_.columns * std::abs(grid_.coupling);
    rescale(sums);
  }

 private:
  void mix(double& low, double& high) const {
    const double before = low;
    low = equal_ * before + unequal_ * high;
    high = equal_ * high + unequal_ * before;
  }

  void rescale(RowSums& sums) const {
    const double greatest = *std::ranges::max_element(sums.z);
    for (auto* numbers : sums.all())
      for (double& number : *numbers) number /= greatest;
    sums.log_scale += std::log(greatest);
  }

  const IsingGrid grid_;
  const std::vector<IsingRow> rows_;
  const RowWeights own_;
  const double equal_, unequal_;  ///< e^(J s s') divided by e^|J|
};

/// Z, its derivatives, and their scale.
struct Total {
  double z = 0, by_h = 0, by_hh = 0, by_j = 0, log_scale = 0;

  void add(const RowSums& sums, std::size_t row, double times) {
    if (sums.log_scale > log_scale || z == 0) {
      const double less = z == 0 ? 0 : std::exp(log_scale - sums.log_scale);
      z *= less, by_h *= less, by_hh *= less, by_j *= less;
      log_scale = sums.log_scale;
    }
    const double weight = times * std::exp(sums.log_scale - log_scale);
    z += weight * sums.z[row];
    by_h += weight * sums.by_h[row];
    by_hh += weight * sums.by_hh[row];
    by_j += weight * sums.by_j[row];
  }
};

Total open_total(const IsingGrid& grid, const RowByRow& step) {
  RowSums sums(step.count());
  std::ranges::fill(sums.z, 1);
  for (int r = 0; r < grid.rows; ++r) {
    if (r > 0) step.add_bonds(sums);
    step.add_row(sums);
  }
  Total total;
  for (std::size_t row = 0; row < step.count(); ++row) total.add(sums, row, 1);
  return total;
}

/// For each first row, once for those alike, the sum over the others with the bonds back to it.
Total closed_total(const IsingGrid& grid, const RowByRow& step) {
  const std::vector<int> alike = alike_rows(grid.columns);
  Total total;
  for (std::size_t first = 0; first < step.count(); ++first) {
    if (alike[first] == 0) continue;
    RowSums sums(step.count());
    sums.z[first] = 1;
    for (int r = 0; r < grid.rows; ++r) {
      step.add_row(sums);
      step.add_bonds(sums);
    }
    total.add(sums, first, alike[first]);
  }
  return total;
}

}  // namespace

IsingSums ising_sums(const IsingGrid& grid) {
  check_grid(grid, 12);
  const RowByRow step(grid);
  const Total total = closes(grid) ? closed_total(grid, step) : open_total(grid, step);
  const double n = static_cast<double>(grid.rows) * grid.columns;
  return {std::log(total.z) + total.log_scale, total.by_j / total.z / n, total.by_h / total.z / n,
          total.by_hh / total.z / (n * n)};
}

}  // namespace ergo
