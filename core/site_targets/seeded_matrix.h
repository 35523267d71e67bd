#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ergo {

/// N(0, 1) entries of a matrix that a seed draws.
double normal_entry(std::uint64_t seed, std::size_t row, std::size_t column);

/// Orthogonal rows of length 1, from independent normals by the Gram-Schmidt process.
std::vector<std::vector<double>> orthogonal_rows(std::size_t d, std::uint64_t seed);

}  // namespace ergo
