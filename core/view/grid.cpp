#include "core/view/grid.h"

#include <algorithm>

namespace ergo {

std::vector<Cell> grid(int count, int width, int height, int line) {
  const int longer = count < 4 ? count : (count + 1) / 2;
  const int shorter = (count + longer - 1) / longer;
  const bool wide = width >= height;
  const int columns = wide ? longer : shorter, rows = wide ? shorter : longer;
  const int cell_width = std::max(1, (width - (columns - 1) * line) / columns);
  const int cell_height = std::max(1, (height - (rows - 1) * line) / rows);
  std::vector<Cell> cells;
  for (int i = 0; i < count; ++i)
    cells.push_back(
        {i % columns * (cell_width + line), i / columns * (cell_height + line), cell_width, cell_height});
  return cells;
}

}  // namespace ergo
