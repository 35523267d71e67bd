#include "core/learning/network_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/site_pictures/tiles.h"
#include "core/view/density_levels.h"

namespace ergo {
namespace {

constexpr int panels = 3, panel_gap = 12;  // pixels
constexpr int longer_cells = 200, cell_pixels = 2;

/// Cells of equal sides over a window, rows from the top.
struct Cells {
  explicit Cells(const Window& shown) : window(shown) {
    const Position side = window.high - window.low;
    size = std::max(side.x, side.y) / longer_cells;
    columns = std::max(1, static_cast<int>(std::lround(side.x / size)));
    rows = std::max(1, static_cast<int>(std::lround(side.y / size)));
  }
  Position middle(std::size_t cell) const {
    const auto column = static_cast<double>(cell % static_cast<std::size_t>(columns));
    const auto row = static_cast<double>(cell / static_cast<std::size_t>(columns));
    return {window.low.x + size * (column + 0.5), window.high.y - size * (row + 0.5)};
  }
  /// Nothing beyond the window.
  std::optional<std::size_t> cell_of(Position x) const {
    const double column = std::floor((x.x - window.low.x) / size),
                 row = std::floor((window.high.y - x.y) / size);
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return {};
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }

  Window window;
  double size;
  int columns, rows;
};

}  // namespace

Image picture_of(const PlaneData& data, const EnergyGrid& grid, std::span<const Position> points,
                 Colour colour, const Palette& palette) {
  const Cells cells(data.window());
  const TileLayout layout{cells.rows, cells.columns, panels, cell_pixels, panel_gap, panel_gap, panel_gap};
  Tiles tiles(panel_gap + panels * (layout.tile_width() + panel_gap), layout.tile_height() + 2 * panel_gap,
              palette.ground);
  const DensityLevels levels = density_levels(data.target());
  const double exponent = transfer(levels), log_peak = -levels.peak - levels.log_mass;
  const auto fill_density = [&](std::size_t panel, const auto& log_density) {
    tiles.fill(layout, panel, [&](std::size_t cell) {
      const double share = std::exp(exponent * (log_density(cells.middle(cell)) - log_peak));
      return between(palette.density_low, palette.density_high, std::min(share, 1.0));
    });
  };
  fill_density(0, [&](Position x) { return -data.target().evaluate(x).energy - levels.log_mass; });
  const Spline spline(grid);
  const double log_z = data.fit(grid).log_normaliser;
  fill_density(1, [&](Position x) { return -spline(x).energy - log_z; });
  std::vector<bool> taken(static_cast<std::size_t>(cells.rows) * static_cast<std::size_t>(cells.columns));
  for (const Position& x : points)
    if (const auto cell = cells.cell_of(x)) taken[*cell] = true;
  tiles.fill(layout, 2,
             [&](std::size_t cell) { return components(taken[cell] ? colour : palette.density_low); });
  return tiles.take();
}

}  // namespace ergo
