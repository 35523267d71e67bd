// The picture of a machine: filters by length and sign, then configurations.
#include "core/learning/rbm_picture.h"

#include <gtest/gtest.h>

namespace ergo {
namespace {

TEST(RbmPicture, FiltersStandByLengthInTheColoursOfTheirSigns) {
  const SiteGridShape shape{2, 2};
  RbmWeights weights{{0, 0, 0, 0}, {0, 0}, {0.5, 0, 0, 0, /* the longer one: */ 2, -2, 0, 0}};
  const std::vector<Configuration> chains = {{1, 0, 0, 0}};
  const Palette& colours = palette("light");
  const Image image = picture_of(weights, shape, chains, colours);
  const auto pixel = [&](int x, int y) {
    const auto* rgba = &image.rgba[static_cast<std::size_t>(4 * (y * image.width + x))];
    return static_cast<Colour>(rgba[0] << 16 | rgba[1] << 8 | rgba[2]);
  };
  // Cells of 10 pixels, gaps of 8 between tiles and 24 more between the groups.
  EXPECT_EQ(pixel(8 + 5, 8 + 5), colours.excess);
  EXPECT_EQ(pixel(8 + 15, 8 + 5), colours.lack);
  EXPECT_EQ(pixel(8 + 5, 8 + 15), colours.density_low);
  EXPECT_EQ(pixel(8 + 28 + 15, 8 + 5), colours.density_low);
  EXPECT_NE(pixel(8 + 28 + 5, 8 + 5), colours.density_low);
  EXPECT_EQ(pixel(8 + 5, 8 + 28 + 24 + 5), colours.text);
  EXPECT_EQ(pixel(8 + 15, 8 + 28 + 24 + 5), colours.raised);
  EXPECT_EQ(pixel(0, 0), colours.ground);
}

}  // namespace
}  // namespace ergo
