#pragma once

#include <vector>

namespace ergo {

/// A part of a picture: pixels, y down.
struct Cell {
  int x = 0, y = 0, width = 1, height = 1;
  bool operator==(const Cell&) const = default;
};

/// Where the pictures of up to six runs stand on one of width x height pixels: up to 2x3 cells of one size,
/// `line` pixels between them; more columns than rows where it is wider than high. Row by row.
std::vector<Cell> grid(int count, int width, int height, int line);

}  // namespace ergo
