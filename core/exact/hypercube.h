#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/exact/square_matrix.h"

namespace ergo {

/// A target on {-1, 1}^d, d <= 12: pi(s) ∝ e^U(s). State number k holds s_i = 1 where bit i of k is set.
struct BinaryTarget {
  int dim = 1;
  std::function<double(const std::vector<double>& s)> log_density;            ///< U
  std::function<std::vector<double>(const std::vector<double>& s)> gradient;  ///< of U's continuous extension
};
inline constexpr int most_spins = 12;

/// U(s) = c sum over edges of s_i s_j + b sum s_i
BinaryTarget ising(int dim, std::vector<std::pair<int, int>> edges, double c, double b);

std::vector<double> spins(const BinaryTarget& target, std::size_t state);
std::vector<double> distribution_of(const BinaryTarget& target);

/// First-order proposals on {-1, 1}^d: every s_i flips on its own, with the odds exp(-2 beta s_i dU/ds_i -
/// 2/alpha_i) (Zhang, Liu & Liu 2022, Eq. 4). The alpha_i are step sizes in these coordinates, four times
/// those of the same kernel on {0, 1}^d, where a flip is half as long.
struct FlipKernel {
  std::vector<double> alpha;  ///< [dim]
  double beta = 0.5;
  bool metropolis = false;
};
SquareMatrix matrix_of(const BinaryTarget& target, const FlipKernel& kernel);

/// The unadjusted kernel with gradients dU/ds_i + sigma z, z ~ N(0, I): the expectation over z.
SquareMatrix noisy_matrix_of(const BinaryTarget& target, const FlipKernel& kernel, double sigma);

}  // namespace ergo
