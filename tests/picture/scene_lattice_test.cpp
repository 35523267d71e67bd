// Pictures of lattices: the distribution, the swarm's histogram and their difference, pixel by pixel against
// the host's table.
#include <numeric>

#include "core/base/error.h"
#include "core/exact/evolution.h"
#include "core/gl_picture/site_layer.h"
#include "core/unit/lattice.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_lattice_test {
namespace {

class SceneLatticeTest : public SceneTest {
 protected:
  /// Puts chain i on sites[i % size], wherever that is.
  static void put_on(Session& session, const std::vector<Position>& sites) {
    ChainData data = session.read();
    for (std::size_t i = 0; i < data.chains; ++i) set_x(data, i, sites[i % sites.size()]);
    session.backend().write(data);
  }
  static View still(const Session& session, Show show, const std::string& theme = "dark", int width = 320,
                    int height = 240) {
    View view = view_of(session.target(), theme, width, height);
    view.show = show;
    view.trails = false;
    return view;
  }
};

constexpr Position nowhere{1e6, 1e6};

/// Dithering and rounding move a channel by at most half a step each.
double step_of(Colour low, Colour high) {
  const Rgb way = rgb(high) - rgb(low);
  return (std::abs(way.r) + std::abs(way.g) + std::abs(way.b)) / dot(way, way);
}

struct Scale {
  explicit Scale(const LatticeTarget& lattice)
      : peak(*std::ranges::max_element(lattice.distribution())),
        exponent(transfer(density_levels(lattice))) {}
  double brightness(double mass) const { return std::min(1.0, std::pow(mass / peak, exponent)); }
  double peak, exponent;
};

/// The mean of a mass per site over the square of a pixel, by clipping every site's square to it.
double mean_over_pixel(const std::vector<double>& masses, Sides sides, const View& view, int column,
                       int row) {
  const Position low = to_plane(view, {1.0 * column, row + 1.0}),
                 high = to_plane(view, {column + 1.0, 1.0 * row});
  const auto overlap = [](double from, double to, int site) {
    return std::max(0.0, std::min(to, site + 0.5) - std::max(from, site - 0.5));
  };
  double sum = 0;
  for (int i = std::max(0, static_cast<int>(low.x)); i < std::min(sides.x, static_cast<int>(high.x) + 2); ++i)
    for (int j = std::max(0, static_cast<int>(low.y)); j < std::min(sides.y, static_cast<int>(high.y) + 2);
         ++j)
      sum += overlap(low.x, high.x, i) * overlap(low.y, high.y, j) * masses[sides.index({1.0 * i, 1.0 * j})];
  return sum / ((high.x - low.x) * (high.y - low.y));
}

constexpr double inner = 0.64;  // of a site's side, within the frame that shows the distribution

/// Largest error of a map of masses over all pixels but those within `margin` of a site's border, where lines
/// are. `framed`: each site's mass stands in its middle and the distribution's about it, one run into the
/// other within `margin`.
double worst_pixel(const Image& image, const View& view, const LatticeTarget& lattice,
                   const std::vector<double>& masses, double margin, bool framed = false) {
  const Scale scale(lattice);
  const Rgb low = rgb(view.palette.density_low), high = rgb(view.palette.density_high);
  const Window window = lattice.window();
  double worst = 0;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const Position x = to_plane(view, pixel_centre(column, row));
      const auto to_line = [&](double place) {
        return std::abs(place - std::floor(place) - 0.5) * zoom(view);
      };
      const double to_edge = std::min({std::abs(x.x - window.low.x), std::abs(x.y - window.low.y),
                                       std::abs(x.x - window.high.x), std::abs(x.y - window.high.y)});
      if (margin > 0 && std::min(to_line(x.x), to_line(x.y)) < margin) continue;
      if (to_edge * zoom(view) < 2) continue;
      const double off_centre =
          std::max(std::abs(x.x - std::round(x.x)), std::abs(x.y - std::round(x.y))) - inner / 2;
      if (framed && std::abs(off_centre) * zoom(view) < margin) continue;
      const auto& shown = framed && off_centre > 0 ? lattice.distribution() : masses;
      const double mass = mean_over_pixel(shown, lattice.sides(), view, column, row);
      worst = std::max(worst, std::abs(share(at(image, column, row), low, high) - scale.brightness(mass)));
    }
  return worst;
}

std::vector<double> shares_of(const LatticeTarget& lattice, const std::vector<Position>& sites) {
  std::vector<double> shares(lattice.sides().count(), 0.0);
  for (const Position site : sites)
    shares[lattice.sides().index(site)] += 1.0 / static_cast<double>(sites.size());
  return shares;
}

TEST_F(SceneLatticeTest, EverySiteHasItsMass) {
  for (const std::string& theme : palette_ids()) {
    const auto run = session("lattice8", "dmala");
    put_on(*run, {nowhere});
    const View view = still(*run, Show::target, theme);
    const LatticeTarget& lattice = *run->target().lattice();
    const double tolerance = step_of(view.palette.density_low, view.palette.density_high) + 0.002;
    EXPECT_LE(worst_pixel(picture(*run, view), view, lattice, lattice.distribution(), 1.5), tolerance)
        << theme;
  }
}

// At 450 sites on 60, 200 and 620 pixels: nothing falls between the pixels.
TEST_F(SceneLatticeTest, SitesSmallerThanAPixelAreAveraged) {
  const auto run = session("lattice_modes", "dmala");
  put_on(*run, {nowhere});
  const LatticeTarget& lattice = *run->target().lattice();
  for (const int height : {60, 200, 620}) {
    const View view = still(*run, Show::target, "dark", height + 40, height);
    const double tolerance = step_of(view.palette.density_low, view.palette.density_high) + 0.005;
    EXPECT_LE(worst_pixel(picture(*run, view), view, lattice, lattice.distribution(), 0), tolerance)
        << height;
  }
}

// In the middle of each site, on the site's distribution.
TEST_F(SceneLatticeTest, TheSwarmIsItsShareOfEachSite) {
  const std::vector<Position> sites = {{1, 2}, {1, 2}, {5, 6}, {7, 0}, {0, 0}, {0, 7}, {7, 7}, {3, 4},
                                       {1, 2}, {2, 2}, {4, 4}, {5, 5}, {6, 1}, {6, 1}, {3, 3}, {6, 6}};
  for (const BackendKind kind : {BackendKind::cpu, BackendKind::gpu}) {
    const auto run = session("lattice8", "dmala", 1600, kind);
    put_on(*run, sites);
    const View view = still(*run, Show::histogram);
    const LatticeTarget& lattice = *run->target().lattice();
    const double tolerance = step_of(view.palette.density_low, view.palette.density_high) + 0.002;
    EXPECT_LE(worst_pixel(picture(*run, view), view, lattice, shares_of(lattice, sites), 1.5, true),
              tolerance);
    run->advance(1);
    put_on(*run, {{4, 4}});
    EXPECT_LE(worst_pixel(picture(*run, view), view, lattice, shares_of(lattice, {{4, 4}}), 1.5, true),
              tolerance);
  }
}

// In the distribution's own colours, without the chains; and the distribution itself as long as theirs is not
// known.
TEST_F(SceneLatticeTest, InfinitelyManyChainsAreTheirDistribution) {
  const auto run = session("lattice8", "dula", 200);
  const LatticeTarget& lattice = *run->target().lattice();
  View view = still(*run, Show::expected);
  EXPECT_EQ(shown_on(lattice, view), Show::target);
  Evolution chains(run->config());
  for (const std::uint64_t steps : {2, 9}) {
    chains.advance(steps - chains.step());
    const auto distribution = chains.distribution();
    view.infinite = {steps, std::make_shared<const std::vector<double>>(distribution)};
    ASSERT_EQ(shown_on(lattice, view), Show::expected);
    const double tolerance = step_of(view.palette.density_low, view.palette.density_high) + 0.002;
    EXPECT_LE(worst_pixel(picture(*run, view), view, lattice, distribution, 1.5, true), tolerance);
    EXPECT_GT(worst_pixel(picture(*run, view), view, lattice, lattice.distribution(), 1.5, true), 0.1);
  }
  const auto other = session("lattice_modes", "dmala");
  EXPECT_EQ(shown_on(other->target(), view), Show::target) << "a distribution of other sides";
}

// z = (count - N p)/sqrt(N p (1 - p)) decides whether a site is coloured, the sign of z with which colour,
// and |count/N - p| how strongly.
TEST_F(SceneLatticeTest, TheDifferenceIsShownWhereItIsSignificant) {
  const auto run = session("lattice8", "dmala", 20000);
  run->assign({"start", "exact"});
  run->restart();
  ChainData data = run->read();
  for (std::size_t i = 0; i < 400; ++i) set_x(data, i, {3, 3});
  run->backend().write(data);
  const LatticeTarget& lattice = *run->target().lattice();
  ASSERT_EQ(difference_block(lattice, 20000), 1);
  std::vector<double> counts(64, 0.0);
  for (std::size_t i = 0; i < data.chains; ++i) counts[lattice.sides().index(data.x(i))] += 1;
  const View view = still(*run, Show::difference);
  const Image image = picture(*run, view);
  const Scale scale(lattice);
  int coloured = 0, blank = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double p = lattice.distribution()[k], expected = 20000 * p, off = counts[k] - expected;
    const double z = off / std::sqrt(expected * (1 - p));
    const Position at_pixel = to_pixel(view, lattice.sides().site(k));
    const Rgb shade = at(image, static_cast<int>(at_pixel.x), static_cast<int>(at_pixel.y));
    const Colour top = off > 0 ? view.palette.excess : view.palette.lack;
    const bool shown = std::abs(z) >= 2 && !(counts[k] <= 1 && off > 0);
    ++(shown ? coloured : blank);
    EXPECT_NEAR(share(shade, rgb(view.palette.density_low), rgb(top)),
                shown ? scale.brightness(std::abs(off) / 20000) : 0,
                step_of(view.palette.density_low, top) + 0.003)
        << k << ", z = " << z;
  }
  EXPECT_GE(coloured, 1);
  EXPECT_GE(blank, 32);
}

TEST_F(SceneLatticeTest, BlocksExpectEnoughChains) {
  const auto run = session("lattice_modes", "dmala");
  const LatticeTarget& lattice = *run->target().lattice();
  // exp(entropy) is 16289 sites: 16 of 4096 chains are expected on 63.6 of them, 8 x 8.
  EXPECT_EQ(difference_block(lattice, 4096), 8);
  EXPECT_EQ(difference_block(lattice, 10'000'000), 1);
  EXPECT_LE(difference_block(lattice, 1), most_side);
}

// An island without chains is blank in its swarm and coloured as a lack; the crowded one as an excess.
TEST_F(SceneLatticeTest, MissingIslandsAreALack) {
  const auto run = session("lattice_modes", "dmala", 4096);
  put_on(*run, {{75, 75}});
  const View view = still(*run, Show::difference, "dark", 600, 450);
  const Image image = picture(*run, view);
  const Rgb ground = rgb(view.palette.density_low);
  for (const Mode& mode : run->target().modes()) {
    const Position p = to_pixel(view, mode.centre);
    const Rgb shade = at(image, static_cast<int>(p.x), static_cast<int>(p.y));
    const bool home = mode.centre.x == 75 && mode.centre.y == 75;
    EXPECT_GT(share(shade, ground, rgb(home ? view.palette.excess : view.palette.lack)), 0.2)
        << mode.centre.x;
  }
}

TEST_F(SceneLatticeTest, ChainsOnOneSiteAreSpreadOverItsSquare) {
  const auto run = session("lattice8", "dmala", 64);
  View view = still(*run, Show::target);
  put_on(*run, {nowhere});
  const Image before = picture(*run, view);
  put_on(*run, {{3, 4}});
  const Image after = picture(*run, view);
  const double reach = chain_spread(run->target()) / 2 + 4 / zoom(view);
  EXPECT_LT(reach, 0.6);
  int quadrants[2][2] = {};
  for (int row = 0; row < view.height; ++row)
    for (int column = 0; column < view.width; ++column) {
      if (largest(at(after, column, row) - at(before, column, row)) == 0) continue;
      const Position away = to_plane(view, pixel_centre(column, row)) - Position{3, 4};
      EXPECT_LE(std::max(std::abs(away.x), std::abs(away.y)), reach);
      ++quadrants[away.x > 0][away.y > 0];
    }
  for (const auto& half : quadrants)
    for (const int pixels : half) EXPECT_GE(pixels, 20);
  EXPECT_EQ(picture(*run, view).rgba, after.rgba);
}

// Borders of the sites are drawn where these are 16 logical pixels or more, and not where they are 8 or less.
TEST_F(SceneLatticeTest, BordersOfLargeSitesAreDrawn) {
  const auto run = session("lattice_modes", "dmala");
  put_on(*run, {nowhere});
  const auto contrast_at_border = [&](double pixels) {
    View view = still(*run, Show::target);
    view.camera = {{33.5, 33.5}, view.height / pixels};  // far from all islands: one mass everywhere
    const Image image = picture(*run, view);
    const int middle = view.width / 2;  // between two sites
    return largest(
        at(image, middle, view.height / 2 + static_cast<int>(pixels / 2)) -
        at(image, middle + static_cast<int>(pixels / 2) - 1, view.height / 2 + static_cast<int>(pixels / 2)));
  };
  EXPECT_GE(contrast_at_border(20), 5);
  EXPECT_LE(contrast_at_border(8), 2);
}

TEST_F(SceneLatticeTest, OnlyTheDistributionIsKept) {
  const auto run = session("lattice8", "dmala", 100);
  const auto renders = [&](Show show) {
    const unsigned before = scene_.density_renders();
    for (int frame = 0; frame < 3; ++frame) scene_.draw(*run, still(*run, show));
    return scene_.density_renders() - before;
  };
  EXPECT_EQ(renders(Show::target), 1u);
  EXPECT_EQ(renders(Show::target), 0u);
  EXPECT_EQ(renders(Show::histogram), 3u);
  EXPECT_EQ(renders(Show::target), 1u);
}

TEST(Show, GoesByName) {
  for (const std::string& name : show_names())
    EXPECT_EQ(show_names()[static_cast<std::size_t>(show_named(name, "here"))], name);
  for (const auto& [old, name] :
       {std::pair{"law", "target"}, {"swarm", "histogram"}, {"infinite", "expected"}})
    EXPECT_EQ(show_named(old, "here"), show_named(name, "here"));
  EXPECT_THROW(show_named("laws", "here"), Error);
}

}  // namespace
}  // namespace ergo::scene_lattice_test
