#include "core/site_targets/seeded_matrix.h"

#include <cmath>

#include "core/random/draws.h"

namespace ergo {

double normal_entry(std::uint64_t seed, std::size_t row, std::size_t column) {
  return Draws(seed, Purpose::data, static_cast<std::uint32_t>(row), column, 1)(0).normal_x;
}

std::vector<std::vector<double>> orthogonal_rows(std::size_t d, std::uint64_t seed) {
  std::vector<std::vector<double>> rows;
  const auto dot = [d](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += a[k] * b[k];
    return sum;
  };
  for (std::size_t i = 0; i < d; ++i) {
    std::vector<double> row(d);
    for (std::size_t k = 0; k < d; ++k) row[k] = normal_entry(seed, i, k);
    for (const auto& other : rows) {
      const double along = dot(row, other);
      for (std::size_t k = 0; k < d; ++k) row[k] -= along * other[k];
    }
    const double length = std::sqrt(dot(row, row));
    for (double& number : row) number /= length;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace ergo
