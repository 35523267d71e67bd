// The still part of the picture against the host's energies, pixel by pixel, for every target.
#include <algorithm>

#include "core/view/density_levels.h"
#include "tests/picture/picture_fixture.h"

namespace ergo::density_picture_test {
namespace {

class DensityPicture : public PictureTest, public testing::WithParamInterface<std::string> {};

Position centre_of(const View& view, int x, int y) { return to_plane(view, {x + 0.5, y + 0.5}); }

/// Brightness of the map: (density / peak)^transfer, exp(-1.8) where 95 % of the mass are enclosed, unless the exponent
/// would be above 1.
double brightness(const DensityLevels& levels, double energy) {
  const double transfer = std::min(1.0, 1.8 / (levels.energies[2] - levels.peak));
  return std::clamp(std::exp(transfer * (levels.peak - energy)), 0.0, 1.0);
}

void expect_map(const Image& image, const View& view, const Target& target) {
  const DensityLevels levels = density_levels(target);
  const Pixel low = pixel_of(view.palette.density_low), high = pixel_of(view.palette.density_high);
  double most = 0, most_energy = 0, least_energy = INFINITY;
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x) {
      const double energy = target.evaluate(centre_of(view, x, y)).energy;
      const double share = brightness(levels, energy);
      const Pixel pixel = pixel_at(image, x, y);
      // Rounding and dither are half a step each; a quarter for energies in float.
      for (std::size_t k = 0; k < 3; ++k)
        ASSERT_NEAR(pixel[k], low[k] + share * (high[k] - low[k]), 1.25) << x << "," << y;
      const double sum = pixel[0] + pixel[1] + pixel[2];
      least_energy = std::min(least_energy, energy);
      if (sum <= most) continue;
      most = sum;
      most_energy = energy;
    }
  // Two pixels that differ by less than the error of three channels may change places.
  const double range = high[0] + high[1] + high[2] - low[0] - low[1] - low[2];
  EXPECT_GE(brightness(levels, most_energy), brightness(levels, least_energy) - 2 * 3 * 1.25 / range);
}

void expect_curve(const Image& image, const View& view, const Target& target) {
  const DensityLevels levels = density_levels(target);
  const LineLayout layout = line_layout(target.window());
  const Pixel ground = pixel_of(view.palette.density_low);
  int tall = 0;
  for (int x = 4; x < view.width - 4; x += 4) {
    const double place = centre_of(view, x, 0).x;
    const Evaluation at = target.evaluate({place, 0});
    const double height = layout.peak_height * std::exp(levels.peak - at.energy);
    const double top = to_pixel(view, {place, layout.baseline + height}).y;
    const double slant = std::hypot(1.0, at.gradient.x * height);
    // 3 pixels across the curve, more than half its line and the anti-aliasing of a step (3/4 + 1/2).
    const int above = static_cast<int>(std::floor(top - 3 * slant)),
              below = static_cast<int>(top + 3 * slant);
    EXPECT_LE(difference(pixel_at(image, x, above), ground), 1) << "above the curve at x = " << place;
    if (height * zoom(view) < 3 * slant + 4) continue;
    EXPECT_GT(difference(pixel_at(image, x, below), ground), 20) << "below the curve at x = " << place;
    ++tall;
  }
  EXPECT_GT(tall, 10);
}

TEST_P(DensityPicture, MatchesTheDensity) {
  Session run = session(GetParam(), "rwm", 1);
  put(run, {nowhere});
  const View view = view_of(run);
  GlScene scene;
  const Image image = picture(scene, run, view);
  if (run.target().dim == 1)
    expect_curve(image, view, run.target());
  else
    expect_map(image, view, run.target());
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) ASSERT_EQ(image.rgba[i], 255) << "alpha";
}

INSTANTIATE_TEST_SUITE_P(All, DensityPicture, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const auto& unit : targets(Space::plane)) ids.push_back(unit.descriptor.id);
                           return ids;
                         }()),
                         [](const auto& info) { return info.param; });

TEST_F(PictureTest, HistogramHasTheScaleOfTheCurve) {
  constexpr std::size_t chains = 400;  // Rice's rule: 2 * 400^(1/3) = 14.7, at least 16 bins
  constexpr int bins = 16;
  Session run = session("oscillator", "rwm", chains);
  const View view = view_of(run);
  GlScene scene;
  put(run, std::vector<Position>(chains, nowhere));
  const Image empty = picture(scene, run, view);
  const Window window = run.target().window();
  const double width = (window.high.x - window.low.x) / bins;
  const auto middle = [&](int bin) { return window.low.x + (bin + 0.5) * width; };
  const std::vector<std::pair<int, double>> shares = {{3, 0.2}, {7, 0.15}, {12, 0.1}};  // the rest outside
  std::vector<Position> places;
  for (const auto& [bin, share] : shares)
    places.insert(places.end(), static_cast<std::size_t>(share * chains + 0.5), Position{middle(bin), 0});
  places.resize(chains, nowhere);
  put(run, places);
  const Image image = picture(scene, run, view);
  const LineLayout layout = line_layout(window);
  const double peak_density = std::exp(-density_levels(run.target()).peak - *run.target().log_normaliser());
  for (const auto& [bin, share] : shares) {
    const double height = layout.peak_height * share / width / peak_density;
    const Position top = to_pixel(view, {middle(bin), layout.baseline + height});
    const int x = static_cast<int>(top.x), y = static_cast<int>(top.y);
    const auto changed = [&](int row) {
      return difference(pixel_at(image, x, row), pixel_at(empty, x, row));
    };
    EXPECT_GT(changed(y + 3), 10) << "below the top of bin " << bin;
    EXPECT_EQ(changed(y - 3), 0) << "above the top of bin " << bin;
    const int beside = static_cast<int>(to_pixel(view, {middle(bin + 1), 0}).x);
    EXPECT_EQ(pixel_at(image, beside, y + 3), pixel_at(empty, beside, y + 3)) << "beside bin " << bin;
  }
}

TEST_F(PictureTest, ContoursFollowTheLevelSets) {
  Session run = session("gaussian", "rwm", 1);
  put(run, {nowhere});
  View view = view_of(run);
  GlScene scene;
  const Image plain = picture(scene, run, view);
  view.contours = true;
  const Image lined = picture(scene, run, view);
  const DensityLevels levels = density_levels(run.target());
  int on_lines = 0;
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x) {
      const Position place = centre_of(view, x, y);
      const Evaluation at = run.target().evaluate(place);
      double nearest = INFINITY;  // pixels, to first order
      for (const double energy : levels.energies)
        nearest = std::min(nearest, std::abs(at.energy - energy) * zoom(view) / norm(at.gradient));
      const bool changed = difference(pixel_at(plain, x, y), pixel_at(lined, x, y)) > 12;
      EXPECT_TRUE(changed || nearest >= 0.4) << x << "," << y;
      EXPECT_TRUE(!changed || nearest <= 1.2) << x << "," << y;
      on_lines += changed;
    }
  EXPECT_GT(on_lines, 500);
}

}  // namespace
}  // namespace ergo::density_picture_test
