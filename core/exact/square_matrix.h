#pragma once

#include <cstddef>
#include <vector>

namespace ergo {

/// A dense matrix by rows. As transition probabilities: (from, to).
struct SquareMatrix {
  explicit SquareMatrix(std::size_t size) : size(size), values(size * size) {}
  double& operator()(std::size_t row, std::size_t column) { return values[row * size + column]; }
  double operator()(std::size_t row, std::size_t column) const { return values[row * size + column]; }

  std::size_t size;
  std::vector<double> values;
};

}  // namespace ergo
