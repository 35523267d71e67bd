#include "core/sites/ising_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/legal_range.h"

namespace ergo {

namespace {

/// The least row among those that turning and reflecting make of it.
std::size_t least_alike(std::size_t row, int columns) {
  std::size_t mirrored = 0, least = row;
  for (int c = 0; c < columns; ++c) mirrored |= (row >> c & 1) << (columns - 1 - c);
  for (std::size_t turned : {row, mirrored})
    for (int c = 0; c < columns; ++c) {
      turned = (turned >> 1) | (turned & 1) << (columns - 1);
      least = std::min(least, turned);
    }
  return least;
}

void check_strength(const std::string& name, double value) {
  constexpr double most = 10;
  if (!(std::abs(value) <= most)) throw illegal_value(name, number_text(value), range_words(-most, most), "");
}

}  // namespace

void check_ising_strengths(double coupling, double field) {
  check_strength("coupling", coupling);
  check_strength("field", field);
}

std::vector<int> alike_rows(int columns) {
  std::vector<int> alike(std::size_t{1} << columns);
  for (std::size_t row = 0; row < alike.size(); ++row) ++alike[least_alike(row, columns)];
  return alike;
}

std::vector<IsingRow> ising_rows(const IsingGrid& grid) {
  const auto spin = [](std::size_t row, int column) { return (row >> column & 1) ? 1.0 : -1.0; };
  const bool wraps = grid.torus && grid.columns > 2;
  std::vector<IsingRow> rows(std::size_t{1} << grid.columns);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (int c = 0; c < grid.columns; ++c) {
      rows[row].spins += spin(row, c);
      if (c + 1 < grid.columns || wraps) rows[row].bonds += spin(row, c) * spin(row, (c + 1) % grid.columns);
    }
  return rows;
}

RowWeights row_weights(const IsingGrid& grid, const std::vector<IsingRow>& rows) {
  RowWeights all;
  for (const IsingRow& row : rows) all.weights.push_back(grid.coupling * row.bonds + grid.field * row.spins);
  all.log_scale = *std::ranges::max_element(all.weights);
  for (double& weight : all.weights) weight = std::exp(weight - all.log_scale);
  return all;
}

void check_grid(const IsingGrid& grid, int most_columns) {
  constexpr int most_rows = 64;
  const auto check = [](const char* name, int value, int most) {
    if (value < 1 || value > most) throw illegal_value(name, std::to_string(value), range_words(1, most), "");
  };
  check("number of columns", grid.columns, most_columns);
  check("number of rows", grid.rows, most_rows);
  check_ising_strengths(grid.coupling, grid.field);
}

}  // namespace ergo
