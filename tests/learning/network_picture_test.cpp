// The picture of a network: two densities in the same tones, then the chains.
#include "core/learning/network_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "core/unit/registry.h"

namespace ergo {
namespace {

TEST(NetworkPicture, ShowsTheDataTheModelAndTheChains) {
  const PlaneData data(target_unit("three_gaussians").make(), 96, 1);
  std::vector<double> energies;
  for (const Position x : data.nodes()) energies.push_back(data.target().evaluate(x).energy);
  const EnergyGrid grid = data.grid(std::move(energies));
  // 200 cells of 2 pixels along the window's longer side; gaps of 12.
  const Position side = data.window().high - data.window().low;
  const double cell = std::max(side.x, side.y) / 200;
  const Position chain = data.window().low + Position{3.5 * cell, 1.5 * cell};
  const Palette& colours = palette("light");
  const Image image = picture_of(data, grid, std::vector{chain}, 0x123456, colours);
  const int panel = (image.width - 12) / 3, left = 12 + 2 * panel;
  const auto channel = [&](int x, int y, int k) {
    return static_cast<int>(image.rgba[static_cast<std::size_t>(4 * (y * image.width + x) + k)]);
  };
  const auto pixel = [&](int x, int y) {
    return static_cast<Colour>(channel(x, y, 0) << 16 | channel(x, y, 1) << 8 | channel(x, y, 2));
  };
  int darkest = 255, apart = 0;
  for (int y = 12; y < image.height - 12; ++y)
    for (int x = 12; x < panel; ++x) {
      darkest = std::min(darkest, channel(x, y, 0));
      apart = std::max(apart, std::abs(channel(x, y, 0) - channel(x + panel, y, 0)));
    }
  EXPECT_LE(apart, 3);
  EXPECT_LE(darkest - static_cast<int>(colours.density_high >> 16), 3);
  EXPECT_EQ(pixel(left + 7, image.height - 12 - 3), 0x123456u);
  EXPECT_EQ(pixel(left + 9, image.height - 12 - 3), colours.density_low);
  EXPECT_EQ(pixel(0, 0), colours.ground);
}

}  // namespace
}  // namespace ergo
