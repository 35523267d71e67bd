#include "core/site_pictures/site_picture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/site_pictures/tiles.h"

namespace ergo {
namespace {

constexpr int least_marked_cell = 5;  // pixels

}  // namespace

SiteGridShape grid_shape(const SiteTarget& target) {
  const int columns = target.columns() > 0 ? target.columns() : static_cast<int>(std::ceil(std::sqrt(target.sites())));
  return {(target.sites() + columns - 1) / columns, columns};
}

Tiles::Shade site_shade(const SiteTarget& target, int value, const Palette& palette) {
  if (target.values() == 2) return components(value ? palette.accent : palette.raised);
  if (target.coding() == SiteCoding::classes)
    return components(palette.classes[static_cast<std::size_t>(value) % palette.classes.size()]);
  const double place = value * static_cast<double>(palette.ramp.size() - 1) / (target.values() - 1);
  const auto low = std::min(static_cast<std::size_t>(place), palette.ramp.size() - 2);
  return between(palette.ramp[low], palette.ramp[low + 1], place - static_cast<double>(low));
}

void check_room(const SiteTarget& target, int width, int height) {
  const auto [rows, columns] = grid_shape(target);
  if (fitting_layout(rows, columns, 1, width, height).cell > 0) return;
  throw Error("too small a picture:", std::to_string(width) + "x" + std::to_string(height),
              "at least " + std::to_string(6 * columns / 5 + 1) + "x" + std::to_string(6 * rows / 5 + 1) + " for " +
                  std::to_string(target.sites()) + " sites",
              "--size");
}

Image picture_of(const SiteTarget& target, std::span<const Configuration> now,
                 std::span<const Configuration> before, int width, int height, const Palette& palette) {
  check_room(target, width, height);
  const auto [rows, columns] = grid_shape(target);
  std::size_t shown = std::min(now.size(), most_shown_chains);
  TileLayout layout = fitting_layout(rows, columns, shown, width, height);
  while (layout.cell == 0 && shown > 1) layout = fitting_layout(rows, columns, --shown, width, height);
  Tiles tiles(width, height, palette.picture);
  const auto sites = static_cast<std::size_t>(target.sites());
  for (std::size_t chain = 0; chain < shown; ++chain) {
    tiles.fill(layout, chain, [&](std::size_t cell) {
      return cell < sites ? site_shade(target, now[chain][cell], palette) : components(palette.picture);
    });
    if (layout.cell < least_marked_cell || before.empty()) continue;
    for (std::size_t site = 0; site < sites; ++site)
      if (now[chain][site] != before[chain][site])
        tiles.mark(layout, chain, site, components(palette.emphasis));
  }
  return tiles.take();
}

}  // namespace ergo
