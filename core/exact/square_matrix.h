#pragma once

#include <cstddef>
#include <vector>

#include "core/base/memory.h"

namespace ergo {

/// A dense matrix by rows. As transition probabilities: (from, to).
struct SquareMatrix {
  explicit SquareMatrix(std::size_t size) : size(size) {
    require_memory(size * size * sizeof(double), "the transition probabilities", "a smaller lattice");
    values.resize(size * size);
  }
  double& operator()(std::size_t row, std::size_t column) { return values[row * size + column]; }
  double operator()(std::size_t row, std::size_t column) const { return values[row * size + column]; }

  std::size_t size;
  std::vector<double> values;
};

}  // namespace ergo
