// Lattices whose mass lies on few sites: what is drawn of one, of two and of equal ones, and the bars of
// chains on two.
#include "core/unit/lattice.h"
#include "core/view/projection.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_few_sites_test {
namespace {

class SceneFewSitesTest : public SceneTest {
 protected:
  /// A spin whose log odds are 2 (b + 2 epsilon).
  std::unique_ptr<Session> spin(double field, double epsilon, std::uint64_t chains = 1000) {
    auto run = session("sine_spin", "dula", chains);
    run->assign({"target.b", std::to_string(field)});
    run->assign({"target.epsilon", std::to_string(epsilon)});
    put(*run, elsewhere(run->target()));
    return run;
  }
  static View still(const Session& session, Show show) {
    View view = view_of(session.target());
    view.show = show;
    view.trails = false;
    return view;
  }
  /// The first `share` of the chains on site 1, the others on site 0.
  static void put_share(Session& session, double share) {
    ChainData data = session.read();
    for (std::size_t i = 0; i < data.chains; ++i)
      set_x(data, i, {i < share * static_cast<double>(data.chains) ? 1.0 : 0.0, 0});
    session.backend().write(data);
  }
  /// A site's colour, below the histogram's baseline.
  static Rgb shade(const Image& image, const View& view, int site) {
    const Position at_pixel = to_pixel(view, {site + 0.25, -0.45});
    return at(image, static_cast<int>(at_pixel.x), static_cast<int>(at_pixel.y));
  }
};

/// Dithering and rounding move a channel by at most half a step each.
double step_of(Colour low, Colour high) {
  const Rgb way = rgb(high) - rgb(low);
  return (std::abs(way.r) + std::abs(way.g) + std::abs(way.b)) / dot(way, way);
}

// 95 % of the mass on one site, on two of which one has .45, and on two of equal mass: no such distribution
// is told by its border of 95 %, and brightness is the mass over the largest.
TEST_F(SceneFewSitesTest, BrightnessIsInProportionToTheMass) {
  for (const auto& [field, epsilon] : {std::pair(0.1, 1.0), {0.1, 0.0}, {0.0, 0.0}}) {
    const auto run = spin(field, epsilon);
    const View view = still(*run, Show::target);
    const Image image = picture(*run, view);
    const Rgb low = rgb(view.palette.density_low), high = rgb(view.palette.density_high);
    const std::vector<double>& distribution = run->target().lattice()->distribution();
    ASSERT_NEAR(distribution[1], 1 / (1 + std::exp(-2 * (field + 2 * epsilon))), 1e-12);
    for (int site = 0; site < 2; ++site)
      EXPECT_NEAR(share(shade(image, view, site), low, high),
                  distribution[static_cast<std::size_t>(site)] / distribution[1],
                  step_of(view.palette.density_low, view.palette.density_high) + 0.002)
          << "site " << site << " of odds " << distribution[1] / distribution[0];
  }
}

TEST_F(SceneFewSitesTest, ADistributionOnOneSiteDoesNotHideWhereTheSwarmIsOff) {
  const auto run = spin(0.1, 1);
  put_share(*run, 0.55);
  const double off = run->target().lattice()->distribution()[1] - 0.55,
               peak = run->target().lattice()->distribution()[1];
  const View view = still(*run, Show::difference);
  const Image image = picture(*run, view);
  const Rgb ground = rgb(view.palette.density_low);
  EXPECT_NEAR(share(shade(image, view, 0), ground, rgb(view.palette.excess)), off / peak,
              step_of(view.palette.density_low, view.palette.excess) + 0.002);
  EXPECT_NEAR(share(shade(image, view, 1), ground, rgb(view.palette.lack)), off / peak,
              step_of(view.palette.density_low, view.palette.lack) + 0.002);
}

// At a width of 0.2 sites exp(-5) of the top is left one site away: the island is a point, and its neighbours
// are not sharpened away where chains sit on them.
TEST_F(SceneFewSitesTest, AnIslandOfOneSite) {
  const auto run = session("lattice_modes", "dmala", 4000);
  for (const auto& [path, value] : {std::pair("target.modes_per_side", "1"), {"target.spacing", "4"}})
    run->assign({path, value});
  run->assign({"target.width", "0.2"});
  const View view = still(*run, Show::histogram);
  const LatticeTarget& lattice = *run->target().lattice();
  ASSERT_GT(lattice.distribution()[lattice.sides().index({4, 4})], 0.95);
  ChainData data = run->read();
  for (std::size_t i = 0; i < data.chains; ++i) set_x(data, i, {i % 4 == 0 ? 5.0 : 4.0, 4});
  run->backend().write(data);
  const Image image = picture(*run, view);
  const Position beside = to_pixel(view, {5.25, 4.25});
  EXPECT_NEAR(share(at(image, static_cast<int>(beside.x), static_cast<int>(beside.y)),
                    rgb(view.palette.density_low), rgb(view.palette.density_high)),
              0.25 / lattice.distribution()[lattice.sides().index({4, 4})],
              step_of(view.palette.density_low, view.palette.density_high) + 0.002);
}

/// Rows from the picture's head to the first that a bar on this site colours.
int bar_top(const Image& with, const Image& without, const View& view, int site) {
  const int column = static_cast<int>(to_pixel(view, {site + 0.25, 0}).x);
  for (int row = 0; row < view.height; ++row)
    if (largest(at(with, column, row) - at(without, column, row)) > 10) return row;
  return view.height;
}

// A line stands across each site where a bar with the site's mass ends.
TEST_F(SceneFewSitesTest, TheDistributionHasTheScaleOfTheBars) {
  const auto run = spin(0.1, 0.3);
  const View view = still(*run, Show::target);
  const Image image = picture(*run, view);
  const LineLayout layout = line_layout(projection(*run, view.coordinates).window);
  for (int site = 0; site < 2; ++site) {
    const double mass = run->target().lattice()->distribution()[static_cast<std::size_t>(site)];
    const Position line = to_pixel(view, {site + 0.25, layout.baseline + layout.peak_height * mass});
    const auto row = [&](double y) { return at(image, static_cast<int>(line.x), static_cast<int>(y)); };
    EXPECT_GT(largest(row(line.y) - row(line.y - 5)), 20) << site;
    EXPECT_LE(largest(row(line.y + 5) - row(line.y - 5)), 2) << site;
  }
}

// A bar is as wide as its site and as high as the share there, whatever the distribution; all chains on one
// site do not leave the picture.
TEST_F(SceneFewSitesTest, BarsAreTheSharesOfTheSites) {
  for (const double epsilon : {0.0, 1.0}) {
    const auto run = spin(0.1, epsilon);
    const View view = still(*run, Show::target);
    const Image empty = picture(*run, view);
    const LineLayout layout = line_layout(projection(*run, view.coordinates).window);
    for (const double on_one : {0.55, 0.985, 1.0}) {
      put_share(*run, on_one);
      const Image image = picture(*run, view);
      for (int site = 0; site < 2; ++site) {
        const double part = site == 1 ? on_one : 1 - on_one;
        if (part == 0) continue;
        const double top = layout.baseline + layout.peak_height * part;
        EXPECT_NEAR(bar_top(image, empty, view, site), to_pixel(view, {0, top}).y, 2)
            << "site " << site << ", " << on_one << " on site 1, epsilon " << epsilon;
      }
    }
  }
}

}  // namespace
}  // namespace ergo::scene_few_sites_test
