// What the moving part of the picture shows, pixel by pixel: chains, weights and marks.
#include <algorithm>

#include "core/gl_picture/chain_layer.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_test {
namespace {

/// What changed between two pictures.
struct Change {
  double amount = 0;     ///< sum over pixels of the share of the way to `colour`
  Position centre;       ///< its centroid, pixels
  double reach = 0;      ///< distance from `about` of the farthest changed pixel's centre
  double at_centre = 0;  ///< share of the way to `colour` in the pixel that holds `about`
  double most = 0;       ///< largest share of the way to `colour` in any pixel
};

/// Rows from `top` on; `about` in pixels.
Change change(const Image& before, const Image& after, Position about, Rgb colour, int top = 0) {
  Change found;
  for (int row = top; row < after.height; ++row) {
    for (int column = 0; column < after.width; ++column) {
      const Rgb under = at(before, column, row), over = at(after, column, row);
      if (largest(over - under) == 0) continue;
      const double by = share(over, under, colour);
      const Position here = pixel_centre(column, row);
      found.amount += by;
      found.most = std::max(found.most, by);
      found.centre = found.centre + by * here;
      found.reach = std::max(found.reach, norm(here - about));
    }
  }
  if (found.amount > 0) found.centre = found.centre / found.amount;
  const int column = static_cast<int>(about.x), row = static_cast<int>(about.y);
  if (column >= 0 && row >= top && column < after.width && row < after.height)
    found.at_centre = share(at(after, column, row), at(before, column, row), colour);
  return found;
}

/// The whole window; twice the pixels; half the window off its centre; a flat picture.
std::vector<View> views_of(const View& whole, const Window& window) {
  std::vector<View> views(4, whole);
  views[1].width *= 2;
  views[1].height *= 2;
  views[1].scale = 2;
  views[2].camera.height /= 2;
  views[2].camera.centre = whole.camera.centre + 0.1 * (window.high - window.low);
  views[3].height /= 2;
  return views;
}

/// Row of the picture below which a target of dim 1 has nothing but its chains.
int first_free_row(const Target& target, const View& view) {
  if (target.dim != 1) return 0;
  const double baseline = line_layout(target.window()).baseline;
  return static_cast<int>(to_pixel(view, {0, baseline}).y + 2 * view.scale + 1);
}

class ScenePointTest : public SceneTest {
 protected:
  /// One chain at x is a disc there and nothing else.
  void expect_point(Session& run, const View& view, Position x, const std::string& name) {
    put(run, x);
    const Position p = to_pixel(view, shown_position(run.target(), x, 0));
    const double radius = point_radius(view, 1);
    const Change seen = change(ground(run, view), picture(run, view), p, swarm(run, view),
                               first_free_row(run.target(), view));
    // Centroid: the disc is anti-aliased, so the grid's part in it is less than a tenth of a pixel; the
    // density under the disc tips it by little more.
    EXPECT_NEAR(seen.centre.x, p.x, 0.2) << name;
    EXPECT_NEAR(seen.centre.y, p.y, 0.2) << name;
    EXPECT_LE(seen.reach, radius + 0.5) << name;  // beyond, coverage is zero
    EXPECT_GE(seen.reach, radius - 0.5) << name;
    // One point is meant to be 95 % opaque; rounding moves the share by less than a hundredth.
    EXPECT_NEAR(seen.at_centre, 0.95, 0.02) << name;
  }
};

TEST_F(ScenePointTest, ChainIsWhereItIs) {
  for (const auto& unit : targets(Space::plane)) {
    const auto run = session(unit.descriptor.id, "ula");
    const auto made = unit.make();  // the session makes its own anew whenever chains are put
    const Target& target = *made;
    const Window window = target.window();
    const std::vector<View> views = views_of(view_of(target), window);
    for (std::size_t k = 0; k < views.size(); ++k) {
      for (const Position part : {Position{0.45, 0.4}, Position{0.61, 0.62}, Position{0.55, 0.7}}) {
        const Position extent = window.high - window.low;
        const Position x = {window.low.x + part.x * extent.x,
                            target.dim == 1 ? 0 : window.low.y + part.y * extent.y};
        const Position p = to_pixel(views[k], shown_position(target, x, 0));
        if (p.x < 8 || p.y < 8 || p.x > views[k].width - 8 || p.y > views[k].height - 8) continue;
        expect_point(*run, views[k], x, unit.descriptor.id + ", view " + std::to_string(k));
      }
    }
  }
}

TEST_F(ScenePointTest, CornersOfThePictureAreThoseOfTheCamera) {
  const auto run = session("gaussian", "ula");
  const View view = view_of(run->target());
  for (const Position corner : {Position{4, 4}, Position{316, 4}, Position{4, 236}, Position{316, 236}})
    expect_point(*run, view, to_plane(view, corner), "corner");
}

TEST_F(ScenePointTest, ChainOutsideIsNotSeen) {
  const auto run = session("gaussian", "ula");
  const View view = view_of(run->target());
  const Image blank = ground(*run, view);
  const double radius = point_radius(view, 1);
  for (const double beyond : {radius + 1.5, 40.0, 1e4}) {
    put(*run, to_plane(view, {view.width + beyond, 0.5 * view.height}));
    EXPECT_EQ(picture(*run, view).rgba, blank.rgba) << beyond;
  }
  put(*run, to_plane(view, {view.width + 0.5 * radius, 0.5 * view.height}));
  EXPECT_NE(picture(*run, view).rgba, blank.rgba);  // half a disc
}

TEST_F(SceneTest, BackendsLookAlike) {
  for (const char* const target : {"banana", "double_well"}) {
    const auto cpu = session(target, "ula", 500), gpu = session(target, "ula", 500, BackendKind::gpu);
    gpu->start_from(cpu->read());
    const View view = view_of(cpu->target());
    EXPECT_EQ(picture(*cpu, view).rgba, picture(*gpu, view).rgba) << target;
  }
}

/// Opacity as coverage: the drawing's extinction distribution inverted, in units of one fully covered pixel.
double covered_area(const Image& before, const Image& after, Position about, double within, Rgb colour,
                    double extinction) {
  double area = 0;
  for (int row = 0; row < after.height; ++row)
    for (int column = 0; column < after.width; ++column)
      if (norm(pixel_centre(column, row) - about) < within)
        area -= std::log1p(-share(at(after, column, row), at(before, column, row), colour)) / extinction;
  return area;
}

class SceneWeightTest : public SceneTest {
 protected:
  static constexpr std::uint64_t chains =
      1000;  // so many that no point is opaque: the distribution can be inverted
  const std::vector<double> weights = {1, 4, 0.25, 1000};
  const std::vector<Position> places = {{40.3, 60.2}, {120.7, 60.4}, {200.1, 60.6}, {280.5, 60.8}};

  /// All chains out of sight but the first, which are put at `places` with `weights`, each of its own time so
  /// far.
  static void put_weighted(Session& run, const View& view, const std::vector<Position>& places,
                           const std::vector<double>& weights) {
    put(run, elsewhere(run.target()));
    ChainData data = run.read();
    const Descriptor& sampler = run.sampler_descriptor();
    const int channel = find_channel(sampler, sampler.claims.time_weight_channel),
              reference = state_offset(sampler, "time_reference"),
              total = state_offset(sampler, "time_total");
    for (std::size_t i = 0; i < chains; ++i) {
      const bool placed = i < places.size();
      const double scale = static_cast<double>(i % 7) - 3, time = 2.0 + static_cast<double>(i % 5);
      data.state[i * data.state_size + reference] = scale;
      data.state[i * data.state_size + total] = time;
      data.report[i * data.report_size + channel] =
          scale + std::log(time) + (placed ? std::log(weights[i]) : 0);
      if (placed) set_x(data, i, to_plane(view, places[i]));
    }
    run.start_from(data);
  }

  std::vector<double> areas(Session& run, const View& view) {
    const Image before = ground(run, view), after = picture(run, view);
    std::vector<double> found;
    for (const Position place : places)
      found.push_back(
          covered_area(before, after, place, 20, swarm(run, view), point_extinction(view, chains)));
    return found;
  }
};

TEST_F(SceneWeightTest, AreaGoesWithWeight) {
  const auto run = session("gaussian", "esh", chains);
  View view = view_of(run->target());
  put_weighted(*run, view, places, weights);
  const std::vector<double> area = areas(*run, view);
  const double radius = point_radius(view, chains), disc = M_PI * radius * radius;
  // A pixel's share is right to 1/200 after rounding, of a share of 0.4 at most; summed over the disc's
  // border this leaves some per cent, most for the smallest disc.
  EXPECT_NEAR(area[0], disc, 0.05 * disc);
  EXPECT_NEAR(area[1] / area[0], 4, 0.2);
  EXPECT_NEAR(area[2] / area[0], 0.25, 0.025);
  EXPECT_NEAR(area[3] / area[0], 4, 0.2);  // the largest that is drawn

  view.draws = DrawsUsed::raw;
  const std::vector<double> raw = areas(*run, view);
  for (const double one : raw) EXPECT_NEAR(one, disc, 0.05 * disc);
}

TEST_F(SceneTest, ReservoirDrawsAreShownInTheirPlace) {
  const auto run = session("gaussian", "esh");
  View view = view_of(run->target());
  const Position here = to_plane(view, {100, 80}), kept = to_plane(view, {220, 150}),
                 between = to_plane(view, {160, 110});
  ChainData data = run->read();
  set_x(data, 0, elsewhere(run->target()));
  const int field = state_offset(run->sampler_descriptor(), run->sampler_descriptor().claims.reservoir_field);
  const int ergodic = state_offset(run->sampler_descriptor(), run->sampler_descriptor().claims.ergodic_field);
  data.state[field] = data.state[field + 1] = data.state[ergodic] = data.state[ergodic + 1] = 1e6;
  run->start_from(data);
  const Image blank = picture(*run, view);
  set_x(data, 0, here);
  data.state[field] = kept.x;
  data.state[field + 1] = kept.y;
  data.state[ergodic] = between.x;
  data.state[ergodic + 1] = between.y;
  run->start_from(data);
  for (const auto& [draws, place] :
       {std::pair{DrawsUsed::raw, Position{100, 80}}, std::pair{DrawsUsed::weighted, Position{100, 80}},
        std::pair{DrawsUsed::reservoir, Position{220, 150}},
        std::pair{DrawsUsed::ergodic, Position{160, 110}}}) {
    view.draws = draws;
    const Change seen = change(blank, picture(*run, view), place, swarm(*run, view));
    EXPECT_NEAR(seen.at_centre, 0.95, 0.02);
    EXPECT_LE(seen.reach, point_radius(view, 1) + 0.5);
  }
}

/// The mark is an open triangle of inradius 2.5 and corners at 5, its line 1.5 wide, all in logical pixels.
void expect_mark(const Image& before, const Image& after, const View& view, Position p,
                 const std::string& name) {
  const Change seen = change(before, after, p, rgb(view.palette.emphasis));
  EXPECT_LE(seen.reach, 7.5 * view.scale + 1) << name;  // a corner, its line's half width mitred, a pixel
  // Length of the triangle through the line's middle times the line's width; sampled at pixels, in steps.
  const double area = 6 * std::sqrt(3.0) * 2.5 * 1.5 * view.scale * view.scale;
  EXPECT_NEAR(seen.amount, area, 0.1 * area) << name;
  EXPECT_GE(seen.most, 0.99) << name;
}

TEST_F(SceneTest, DivergedChainsAreMarked) {
  const auto run = session("gaussian", "ula");
  for (const std::string& theme : palette_ids()) {
    for (const double scale : {1.0, 2.0}) {
      View view = view_of(run->target(), theme);
      view.scale = scale;
      put(*run, elsewhere(run->target()));
      const Image before = ground(*run, view);
      const Position inside = {101.5, 77.5}, outside = {1e4, 120.5};
      for (const Position place : {inside, outside}) {
        put(*run, to_plane(view, place));
        ChainData data = run->read();
        data.diverged[0] = 1;
        run->start_from(data);
        const Image after = picture(*run, view);
        const double edge = view.width - 6 * scale;  // all of the mark is in the picture
        expect_mark(before, after, view, place.x > view.width ? Position{edge, 120.5} : place, theme);
        if (place.x > view.width) continue;
        EXPECT_EQ(largest(at(after, 101, 77) - at(before, 101, 77)), 0) << theme;  // the triangle is open
      }
    }
  }
}

}  // namespace
}  // namespace ergo::scene_test
