// The still part of the picture, pixel by pixel against Target::evaluate on the host, for every target in
// every theme.
#include <algorithm>
#include <numeric>

#include "core/view/density_levels.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_targets_test {
namespace {

class SceneTargetsTest : public SceneTest {
 protected:
  /// A session of one chain that no view shows.
  static std::unique_ptr<Session> empty(const std::string& target) {
    auto made = session(target, "ula");
    put(*made, elsewhere(made->target()));
    return made;
  }
};

/// E at every pixel's centre, row by row.
std::vector<double> energies(const Target& target, const View& view) {
  std::vector<double> values;
  for (int row = 0; row < view.height; ++row)
    for (int column = 0; column < view.width; ++column) {
      const double energy = target.evaluate(to_plane(view, pixel_centre(column, row))).energy;
      values.push_back(std::isfinite(energy) ? energy : 1e30);
    }
  return values;
}

/// Place on the density map's way from low to high, row by row.
std::vector<double> brightness(const Image& image, const Palette& palette) {
  std::vector<double> values;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column)
      values.push_back(share(at(image, column, row), rgb(palette.density_low), rgb(palette.density_high)));
  return values;
}

/// Dithering moves a channel by at most half a step and rounding by another half, so brightness by at most
/// the sum of the way's components over their sum of squares: 0.008 (dark), 0.013 (light), 0.014 (projector).
double step_of(const Palette& palette) {
  const Rgb way = rgb(palette.density_high) - rgb(palette.density_low);
  return (std::abs(way.r) + std::abs(way.g) + std::abs(way.b)) / dot(way, way);
}

/// The transfer as it is meant: exp(-1.8) on the border of 95 % of the mass, with an exponent of at most 1.
double expected(double energy, const DensityLevels& levels) {
  return std::exp(-std::min(1.0, 1.8 / (levels.energies[2] - levels.peak)) * (energy - levels.peak));
}

void expect_brightness(const Target& target, const View& view, const Image& image, const std::string& name) {
  const DensityLevels levels = density_levels(target);
  const std::vector<double> energy = energies(target, view), shown = brightness(image, view.palette);
  // 0.004 for E in float on the device: at unit brightness 1e-5 in E is less than 1e-4, but where a gradient
  // is steep (squiggle, funnel) the float position of a pixel adds up to 1e-6 of the window times the slope.
  const double tolerance = step_of(view.palette) + 0.004;
  double worst = 0;
  for (std::size_t i = 0; i < energy.size(); ++i)
    worst = std::max(worst, std::abs(shown[i] - expected(energy[i], levels)));
  EXPECT_LE(worst, tolerance) << name;
}

/// Everywhere at once: no pixel outshines one of higher density by more than two pixels' dithering.
void expect_monotone(const Target& target, const View& view, const Image& image, const std::string& name) {
  const std::vector<double> energy = energies(target, view), shown = brightness(image, view.palette);
  std::vector<std::size_t> order(energy.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return energy[i]; });
  double least = INFINITY, excess = -INFINITY;
  for (const std::size_t i : order) {
    excess = std::max(excess, shown[i] - least);
    least = std::min(least, shown[i]);
  }
  EXPECT_LE(excess, 2 * step_of(view.palette) + 1e-3) << name;
}

/// The brightest pixel against the pixel of highest density: their densities differ by no more than two
/// pixels' dithering can hide.
void expect_brightest(const Target& target, const View& view, const Image& image, const std::string& name) {
  const DensityLevels levels = density_levels(target);
  const std::vector<double> energy = energies(target, view), shown = brightness(image, view.palette);
  const double best = *std::ranges::min_element(energy);
  const double there = energy[static_cast<std::size_t>(std::ranges::max_element(shown) - shown.begin())];
  const double hidden = 2 * step_of(view.palette) / expected(best, levels);
  ASSERT_LT(hidden, 0.25) << name << ": the peak is too dim to tell";
  const double transfer = std::min(1.0, 1.8 / (levels.energies[2] - levels.peak));
  EXPECT_LE(there - best, -std::log1p(-hidden) / transfer) << name;
}

TEST_F(SceneTargetsTest, DensityIsDrawnWhereItIs) {
  for (const auto& unit : targets(Space::plane)) {
    if (unit.descriptor.dim == 1) continue;
    const auto run = empty(unit.descriptor.id);
    for (const std::string& theme : palette_ids()) {
      const View view = view_of(run->target(), theme);
      const Image image = picture(*run, view);
      const std::string name = unit.descriptor.id + ", " + theme;
      expect_brightest(run->target(), view, image, name);
      expect_monotone(run->target(), view, image, name);
      expect_brightness(run->target(), view, image, name);
    }
  }
}

/// Where the curve stands, in the plane, and how steep it is.
struct Curve {
  double top, slope;
};

Curve curve_at(const Target& target, double x, double peak) {
  const LineLayout layout = line_layout(target.window());
  const Evaluation there = target.evaluate({x, 0});
  const double height = layout.peak_height * std::exp(peak - there.energy);
  return {layout.baseline + height, -there.gradient.x * height};
}

double lowest_energy(const Target& target) {
  const Window window = target.window();
  double lowest = INFINITY;
  for (int i = 0; i <= 100000; ++i)
    lowest = std::min(lowest,
                      target.evaluate({window.low.x + i * 1e-5 * (window.high.x - window.low.x), 0}).energy);
  return lowest;
}

/// Farther from the curve than half its width and a pixel of anti-aliasing, what lies under it is filled and
/// what lies above it is blank. Distances are to first order, along the normal, as in the drawing.
void expect_filled(const Target& target, const View& view, const Image& image, const std::string& name) {
  const double peak = lowest_energy(target), baseline = line_layout(target.window()).baseline;
  const double margin = (0.5 * view.palette.line_width * view.scale + 1) / zoom(view);
  const Rgb low = rgb(view.palette.density_low), high = rgb(view.palette.density_high);
  int filled = 0, blank = 0, wrong = 0;
  for (int column = 0; column < view.width; ++column) {
    for (int row = 0; row < view.height; ++row) {
      const Position x = to_plane(view, pixel_centre(column, row));
      const Curve curve = curve_at(target, x.x, peak);
      const double above = (x.y - curve.top) / std::hypot(1, curve.slope);
      if (std::abs(x.y - baseline) < 2 * margin || std::abs(above) < margin) continue;
      const bool inside = above < 0 && x.y > baseline;
      const double shade = share(at(image, column, row), low, high);
      // The fill starts at 0.35 of the way; blank is off by dithering alone.
      if (inside ? shade < 0.3 : std::abs(shade) > step_of(view.palette)) ++wrong;
      ++(inside ? filled : blank);
    }
  }
  EXPECT_EQ(wrong, 0) << name << ": of " << filled << " pixels under the curve and " << blank << " others";
  EXPECT_GT(filled, 500) << name;
}

/// The filled column is highest where the density is.
void expect_summit(const Target& target, const View& view, const Image& image, const std::string& name) {
  const Rgb low = rgb(view.palette.density_low);
  int best = -1;
  for (int row = 0; row < view.height && best < 0; ++row)
    for (int column = 0; column < view.width && best < 0; ++column)
      if (largest(at(image, column, row) - low) > 2) best = column;
  ASSERT_GE(best, 0) << name;
  const double peak = lowest_energy(target);
  const double there = target.evaluate({to_plane(view, pixel_centre(best, 0)).x, 0}).energy;
  // A row is 1/(zoom peak_height) of the peak, and the line's first shimmer may be one row early.
  const double row = 1 / (zoom(view) * line_layout(target.window()).peak_height);
  EXPECT_GE(std::exp(peak - there), 1 - 2 * row) << name;
}

TEST_F(SceneTargetsTest, CurveStandsAsHighAsTheDensity) {
  int seen = 0;
  for (const auto& unit : targets(Space::plane)) {
    if (unit.descriptor.dim != 1) continue;
    ++seen;
    const auto run = empty(unit.descriptor.id);
    for (const std::string& theme : palette_ids()) {
      const View view = view_of(run->target(), theme);
      const Image image = picture(*run, view);
      expect_filled(run->target(), view, image, unit.descriptor.id + ", " + theme);
      expect_summit(run->target(), view, image, unit.descriptor.id + ", " + theme);
    }
  }
  EXPECT_GT(seen, 0);
}

/// Share of the window's mass with E at most `level`, by the midpoint rule on another grid than the
/// drawing's.
double mass_within(const Target& target, double level, double peak) {
  const Window window = target.window();
  const Position extent = window.high - window.low;
  const int columns = target.dim == 1 ? 30011 : 691, rows = target.dim == 1 ? 1 : 691;
  double within = 0, all = 0;
  for (int i = 0; i < columns * rows; ++i) {
    const double u = (i % columns + 0.5) / columns, v = (i / columns + 0.5) / rows;
    const double y = target.dim == 1 ? 0 : window.low.y + v * extent.y;
    const double energy = target.evaluate({window.low.x + u * extent.x, y}).energy;
    if (!std::isfinite(energy)) continue;
    EXPECT_GE(energy, peak - 1e-5);  // of a descent down to a thousandth of a cell
    all += std::exp(peak - energy);
    if (energy <= level) within += std::exp(peak - energy);
  }
  return within / all;
}

TEST(DensityLevels, HoldTheirMass) {
  for (const auto& unit : targets(Space::plane)) {
    const auto target = unit.make();
    const DensityLevels levels = density_levels(*target);
    for (std::size_t k = 0; k < contour_masses.size(); ++k) {
      // The drawing's own grid of 256 x 256 resolves the narrowest mode by few cells: one of them is 0.02.
      EXPECT_NEAR(mass_within(*target, levels.energies[k], levels.peak), contour_masses[k], 0.02)
          << unit.descriptor.id;
    }
  }
}

}  // namespace
}  // namespace ergo::scene_targets_test
