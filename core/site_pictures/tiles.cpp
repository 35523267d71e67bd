#include "core/site_pictures/tiles.h"

#include <algorithm>
#include <cmath>

namespace ergo {

TileLayout fitting_layout(int rows, int columns, std::size_t tiles, int width, int height) {
  TileLayout best{rows, columns, 1, 0, 0};
  for (int in_row = 1; in_row <= static_cast<int>(tiles); ++in_row) {
    TileLayout layout{rows, columns, in_row, 0, 0};
    const int below = layout.rows_of(tiles);
    // Gaps, also around all tiles, are a tenth of a tile or more.
    const double across = width / (1.1 * in_row + 0.1) / columns, down = height / (1.1 * below + 0.1) / rows;
    layout.cell = static_cast<int>(std::min(across, down));
    if (layout.cell <= best.cell) continue;
    const int room_x = width - in_row * layout.tile_width(), room_y = height - below * layout.tile_height();
    layout.gap = std::min({room_x / (in_row + 1), room_y / (below + 1),
                           std::max(layout.tile_width(), layout.tile_height()) / 5 + 1});
    layout.left = (room_x - (in_row - 1) * layout.gap) / 2;
    layout.top = (room_y - (below - 1) * layout.gap) / 2;
    best = layout;
  }
  return best;
}

Tiles::Tiles(int width, int height, Colour ground) {
  image_.width = width;
  image_.height = height;
  image_.rgba.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  box(0, 0, width, height, components(ground));
}

void Tiles::fill(const TileLayout& layout, std::size_t tile,
                 const std::function<Shade(std::size_t cell)>& shade) {
  const int at = static_cast<int>(tile);
  const int left = layout.left + at % layout.in_row * (layout.tile_width() + layout.gap);
  const int top = layout.top + at / layout.in_row * (layout.tile_height() + layout.gap);
  for (int row = 0; row < layout.rows; ++row)
    for (int column = 0; column < layout.columns; ++column)
      box(left + column * layout.cell, top + row * layout.cell, layout.cell, layout.cell,
          shade(static_cast<std::size_t>(row * layout.columns + column)));
}

void Tiles::mark(const TileLayout& layout, std::size_t tile, std::size_t cell, const Shade& shade) {
  const int at = static_cast<int>(tile), place = static_cast<int>(cell), side = std::max(1, layout.cell / 3);
  const int left = layout.left + at % layout.in_row * (layout.tile_width() + layout.gap);
  const int top = layout.top + at / layout.in_row * (layout.tile_height() + layout.gap);
  const int inset = (layout.cell - side) / 2;
  box(left + place % layout.columns * layout.cell + inset, top + place / layout.columns * layout.cell + inset,
      side, side, shade);
}

void Tiles::box(int left, int top, int width, int height, const Shade& shade) {
  for (int y = top; y < top + height; ++y)
    for (int x = left; x < left + width; ++x) {
      auto* pixel = &image_.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) +
                                      static_cast<std::size_t>(x))];
      for (std::size_t k = 0; k < 3; ++k) pixel[k] = static_cast<std::uint8_t>(std::lround(255 * shade[k]));
      pixel[3] = 255;
    }
}

Tiles::Shade between(Colour from, Colour to, double share) {
  const auto a = components(from), b = components(to);
  Tiles::Shade mixed;
  for (std::size_t k = 0; k < 3; ++k) mixed[k] = std::lerp(a[k], b[k], static_cast<float>(share));
  return mixed;
}

}  // namespace ergo
