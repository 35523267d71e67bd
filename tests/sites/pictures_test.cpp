// Sets of small pictures, and the target that draws them.
#include "core/site_targets/picture_set.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/sites/site_draws.h"
#include "core/sites/site_units.h"

namespace ergo {
namespace {

TEST(PictureSetTest, PicturesAreDifferentAndOfTheirSize) {
  const std::size_t counts[] = {6, 14, 30, 90};
  std::size_t at = 0;
  for (const std::string& name : picture_set_names()) {
    const PictureSet set = picture_set(name);
    EXPECT_EQ(set.pictures.size(), counts[at++]) << name;
    for (std::size_t i = 0; i < set.pictures.size(); ++i) {
      EXPECT_EQ(set.pictures[i].size(), static_cast<std::size_t>(set.pixels()));
      for (std::size_t k = 0; k < i; ++k)
        EXPECT_NE(set.pictures[i], set.pictures[k]) << name << ' ' << k << ' ' << i;
    }
  }
  EXPECT_THROW(picture_set("bars5"), Error);
}

// The share of wrong pixels, of 20 000 draws of 16, has the standard deviation 2.4e-4.
TEST(PicturesTest, DrawsAreNoisyPictures) {
  const auto target = make_site_target("pictures", {{"beta", 4}});
  const PictureSet set = picture_set("bars4");
  const double wrong = 1 / (1 + std::exp(4));
  double sum = 0;
  std::vector<int> counts(set.pictures.size());
  constexpr int draws = 20'000;
  for (std::uint32_t k = 0; k < draws; ++k) {
    const Configuration x = target->exact()->draw(SiteDraws(3, Purpose::exact, k, 0));
    std::size_t nearest = 0;
    int least = 17;
    for (std::size_t i = 0; i < set.pictures.size(); ++i) {
      int distance = 0;
      for (std::size_t pixel = 0; pixel < x.size(); ++pixel) distance += x[pixel] != set.pictures[i][pixel];
      if (distance < least) least = distance, nearest = i;
    }
    sum += least;
    ++counts[nearest];
  }
  // Few draws are nearer to another picture: with two or more wrong pixels.
  EXPECT_NEAR(sum / draws / 16, wrong, 6 * 2.4e-4);
  for (const int count : counts) EXPECT_NEAR(count, draws / 30.0, 6 * std::sqrt(draws / 30.0));
}

}  // namespace
}  // namespace ergo
