#include <algorithm>
#include <bit>
#include <cmath>

#include "core/sites/ising_rows.h"

namespace ergo {

IsingDraws::IsingDraws(const IsingGrid& grid) : grid_(grid) {
  check_grid(grid, 8);
  row_weight_ = row_weights(grid, ising_rows(grid)).weights;
  for (int differ = 0; differ <= grid.columns; ++differ)
    pair_weight_.push_back(
        std::exp(grid.coupling * (grid.columns - 2 * differ) - std::abs(grid.coupling) * grid.columns));
  const std::size_t count = row_weight_.size(), firsts = closes(grid) ? count : 1;
  rest_.assign(static_cast<std::size_t>(grid.rows), std::vector<double>(count * firsts, 1));
  const auto pair = [&](std::size_t a, std::size_t b) {
    return pair_weight_[static_cast<std::size_t>(std::popcount(a ^ b))];
  };
  if (closes(grid))
    for (std::size_t first = 0; first < firsts; ++first)
      for (std::size_t row = 0; row < count; ++row) rest_.back()[row + count * first] = pair(row, first);
  for (std::size_t k = rest_.size() - 1; k-- > 0;) {
    for (std::size_t first = 0; first < firsts; ++first)
      for (std::size_t row = 0; row < count; ++row) {
        double sum = 0;
        for (std::size_t next = 0; next < count; ++next)
          sum += pair(row, next) * row_weight_[next] * rest_[k + 1][next + count * first];
        rest_[k][row + count * first] = sum;
      }
    const double most = *std::ranges::max_element(rest_[k]);
    for (double& weight : rest_[k]) weight /= most;
  }
}

template <class Weight>
std::size_t IsingDraws::draw_row(const Weight& weight, double uniform) const {
  double sum = 0;
  for (std::size_t row = 0; row < row_weight_.size(); ++row) sum += weight(row);
  double left = uniform * sum;
  std::size_t row = 0;
  while (row + 1 < row_weight_.size() && (left -= weight(row)) >= 0) ++row;
  return row;
}

Configuration IsingDraws::draw(const SiteDraws& draws) const {
  Configuration x;
  const std::size_t count = row_weight_.size();
  std::size_t first = 0, last = 0;
  for (std::size_t k = 0; k < rest_.size(); ++k) {
    const auto weight = [&](std::size_t row) {
      if (k == 0) return row_weight_[row] * rest_[0][closes(grid_) ? row + count * row : row];
      const double pair = pair_weight_[static_cast<std::size_t>(std::popcount(row ^ last))];
      return pair * row_weight_[row] * rest_[k][closes(grid_) ? row + count * first : row];
    };
    last = draw_row(weight, draws.fine(static_cast<std::uint32_t>(2 * k)));
    if (k == 0) first = last;
    for (int c = 0; c < grid_.columns; ++c) x.push_back(last >> c & 1);
  }
  return x;
}

SiteStart exact_site_start(const IsingDraws& exact) {
  return [&exact](const SiteDraws& draws) { return exact.draw(draws); };
}

}  // namespace ergo
