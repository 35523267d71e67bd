// Chains on sites as tiles: every cell has its value's colour, and what fits is as large as it can be.
#include "core/site_pictures/site_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/site_pictures/tiles.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

Colour pixel(const Image& image, int x, int y) {
  const auto* rgba = &image.rgba[static_cast<std::size_t>(4 * (y * image.width + x))];
  return static_cast<Colour>(rgba[0] << 16 | rgba[1] << 8 | rgba[2]);
}

TEST(TileLayout, TilesFitAndDoNotOverlap) {
  for (const std::size_t tiles : {1, 2, 7, 64})
    for (const auto& [width, height] : {std::pair(1280, 720), std::pair(300, 900), std::pair(100, 100)}) {
      const TileLayout layout = fitting_layout(4, 6, tiles, width, height);
      ASSERT_GT(layout.cell, 0);
      EXPECT_GE(layout.gap, 0);
      EXPECT_GE(layout.left, 0);
      EXPECT_GE(layout.top, 0);
      const int below = layout.rows_of(tiles);
      EXPECT_LE(layout.left + layout.in_row * (layout.tile_width() + layout.gap) - layout.gap, width);
      EXPECT_LE(layout.top + below * (layout.tile_height() + layout.gap) - layout.gap, height);
    }
  EXPECT_EQ(fitting_layout(64, 64, 64, 100, 100).cell, 0);
}

TEST(SitePicture, EveryCellHasTheColourOfItsValue) {
  for (const std::string& theme : palette_ids()) {
    const Palette& colours = palette(theme);
    for (const SiteTargetUnit& unit : site_targets()) {
      const auto target = make_site_target(unit.id);
      Configuration x;
      for (int site = 0; site < target->sites(); ++site)
        x.push_back(static_cast<std::uint8_t>(site % target->values()));
      const std::vector<Configuration> chains = {x, x, x};
      const int columns = static_cast<int>(std::ceil(std::sqrt(target->sites())));
      const int rows = (target->sites() + columns - 1) / columns;
      const Image image = picture_of(*target, chains, {}, 1000, 700, colours);
      const TileLayout layout = fitting_layout(rows, columns, 3, 1000, 700);
      std::map<int, std::set<Colour>> seen;
      for (int site = 0; site < target->sites(); ++site)
        seen[x[static_cast<std::size_t>(site)]].insert(
            pixel(image, layout.left + site % columns * layout.cell + layout.cell / 2,
                  layout.top + site / columns * layout.cell + layout.cell / 2));
      std::set<Colour> all;
      for (const auto& [value, colours_of_value] : seen) {
        EXPECT_EQ(colours_of_value.size(), 1u) << unit.id << ' ' << value;
        all.insert(*colours_of_value.begin());
      }
      EXPECT_EQ(all.size(),
                std::min<std::size_t>(seen.size(), target->coding() == SiteCoding::classes ? 8 : seen.size()))
          << unit.id << " in " << theme;
      EXPECT_EQ(pixel(image, 0, 0), colours.picture);
    }
  }
}

TEST(SitePicture, MarksWhatChanged) {
  const auto target = make_site_target("ising", {{"side", 2}});
  const std::vector<Configuration> before = {{0, 0, 0, 0}}, now = {{0, 1, 0, 0}};
  const Palette& colours = palette("dark");
  const Image image = picture_of(*target, now, before, 120, 120, colours);
  const TileLayout layout = fitting_layout(2, 2, 1, 120, 120);
  const auto middle = [&](int row, int column) {
    return pixel(image, layout.left + column * layout.cell + layout.cell / 2,
                 layout.top + row * layout.cell + layout.cell / 2);
  };
  EXPECT_EQ(middle(0, 1), colours.emphasis);
  EXPECT_EQ(middle(0, 0), colours.raised);
  EXPECT_EQ(pixel(image, layout.left + layout.cell + 1, layout.top + 1), colours.accent);
}

TEST(SitePicture, ShowsFewerChainsWhereNotAllFit) {
  const auto target = make_site_target("ising", {{"side", 5}});
  const std::vector<Configuration> chains(64, Configuration(25, 1));
  EXPECT_NO_THROW(picture_of(*target, chains, {}, 7, 7, palette("light")));
  try {
    picture_of(*target, chains, {}, 5, 5, palette("light"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("at least 7x7 for 25 sites"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ergo
