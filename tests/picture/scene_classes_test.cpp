// Chains in colours of classes, by where they started or what became of their last proposal, and marks of
// divergences.
#include <functional>
#include <span>

#include "core/gl_picture/chain_layer.h"
#include "core/view/colour_key.h"
#include "core/view/projection.h"
#include "tests/picture/scene_fixture.h"

namespace ergo::scene_classes_test {
namespace {

constexpr BackendKind kinds[] = {BackendKind::cpu, BackendKind::gpu};

double report(const ChainData& data, std::size_t chain, int channel) {
  return data.report[chain * static_cast<std::size_t>(data.report_size) + static_cast<std::size_t>(channel)];
}

class SceneClassesTest : public SceneTest {
 protected:
  static View view_by(const Target& target, ColourBy colour, const char* theme = "dark") {
    View view = view_of(target, theme, 480, 360);
    view.colour_by = colour;
    view.trails = false;
    view.point_size = 6;
    return view;
  }

  /// Moves the chains to the nodes of a grid over the middle of the picture, and leaves all else as it is.
  static std::vector<Position> spread(Session& run, const View& view) {
    ChainData data = run.read();
    std::vector<Position> pixels;
    for (std::size_t i = 0; i < data.chains; ++i) {
      pixels.push_back({40.5 + 32 * static_cast<double>(i % 12), 40.5 + 32 * static_cast<double>(i / 12)});
      set_x(data, i, to_plane(view, pixels.back()));
    }
    run.backend().write(data);
    return pixels;
  }

  /// Which of these colours lone chains, over this ground, have at the pixel.
  static std::size_t nearest(const Image& image, const Image& ground, Position pixel, double opacity,
                             std::span<const Colour> colours) {
    const int column = static_cast<int>(pixel.x), row = static_cast<int>(pixel.y);
    const Rgb shade = at(image, column, row), under = at(ground, column, row);
    const auto away = [&](Colour colour) {
      const Rgb off = under - rgb(colour);
      const Rgb rest = {shade.r - under.r + opacity * off.r, shade.g - under.g + opacity * off.g,
                        shade.b - under.b + opacity * off.b};
      return dot(rest, rest);
    };
    return static_cast<std::size_t>(std::ranges::min_element(colours, {}, away) - colours.begin());
  }

  /// Of a chain that covers the pixel alone.
  static double opacity(const View& view, const Session& run) {
    return 1 - std::exp(-point_extinction(view, run.config().chains));
  }
};

TEST_F(SceneClassesTest, EveryColouringDrawsOnEverySampler) {
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& sampler = unit.descriptor;
    for (const std::string target : {sampler.space == Space::lattice ? "lattice8" : "ring8",
                                     sampler.space == Space::lattice ? "sine_spin" : "oscillator"}) {
      if (target_unit(target).descriptor.dim < sampler.claims.least_dim) continue;
      SCOPED_TRACE(sampler.id + ", " + target);
      const auto run = session(target, sampler.id, 50);
      run->advance(3);
      View view = view_by(run->target(), ColourBy::sampler);
      view.width = 160;
      view.height = 120;
      const Image plain = picture(*run, view);
      for (const std::string& name : colour_names()) {
        view.colour_by = colour_named(name, "");
        scene_.accumulate(*run, view);
        const Image drawn = picture(*run, view);
        const auto key = colour_key(*run, view);
        if (colour_shown(view, *run) == ColourBy::sampler) {
          EXPECT_EQ(drawn.rgba, plain.rgba) << name;
        }
        const bool classes = view.colour_by >= ColourBy::origin && colour_shown(view, *run) == view.colour_by;
        EXPECT_EQ(key && !key->samples.empty(), classes) << name;
      }
      view.colour_by = ColourBy::origin;
      EXPECT_EQ(colour_shown(view, *run), ColourBy::origin);
      view.colour_by = ColourBy::accepted;
      EXPECT_EQ(colour_shown(view, *run) == ColourBy::accepted, !sampler.claims.decision_channel.empty());
      view.colour_by = ColourBy::divergence;
      EXPECT_EQ(colour_shown(view, *run) == ColourBy::divergence, !sampler.claims.divergence_channel.empty());
    }
  }
}

// A chain is nearest to its mode at step 0, and keeps that mode's colour wherever it goes.
TEST_F(SceneClassesTest, ChainsKeepTheColourOfTheModeTheyStartedAt) {
  for (const BackendKind kind : kinds)
    for (const char* theme : {"dark", "light", "projector"}) {
      const auto run = session("ring8", "rwm", 96, kind);
      run->assign({"start", "uniform"});
      run->assign({"sampler.sd", "3"});
      const std::vector<Mode> modes = run->target().modes();
      const ChainData start = run->read();
      run->advance(400);
      std::size_t elsewhere = 0;
      const ChainData end = run->read();
      for (std::size_t i = 0; i < end.chains; ++i)
        elsewhere += nearest_mode(modes, end.x(i)) != nearest_mode(modes, start.x(i));
      EXPECT_GT(elsewhere, end.chains / 2);
      const View view = view_by(run->target(), ColourBy::origin, theme);
      const auto pixels = spread(*run, view);
      const Image image = picture(*run, view), below = ground(*run, view);
      for (std::size_t i = 0; i < pixels.size(); ++i)
        EXPECT_EQ(nearest(image, below, pixels[i], opacity(view, *run), view.palette.classes),
                  nearest_mode(modes, start.x(i)))
            << theme << ", chain " << i;
    }
}

TEST_F(SceneClassesTest, OriginsOutliveRewindsEditsAndGivenStarts) {
  const auto run = session("three_gaussians", "rwm", 200);
  run->assign({"start", "uniform"});
  const std::vector<Mode> modes = run->target().modes();
  const auto expect_origins = [&](const ChainData& start) {
    ASSERT_EQ(run->origins()->of.size(), start.chains);
    for (std::size_t i = 0; i < start.chains; ++i)
      EXPECT_EQ(run->origins()->of[i], nearest_mode(modes, start.x(i)));
  };
  const ChainData start = run->read();
  expect_origins(start);
  run->advance(300);
  run->assign({"sampler.sd", "1"});
  run->assign({"sampler", "mala"});
  run->advance(10);
  expect_origins(start);
  run->rewind(150);
  expect_origins(start);
  run->reset();
  expect_origins(start);
  run->assign({"seed", "7"});
  const ChainData other = run->read();
  run->advance(100);
  expect_origins(other);
  ChainData given = run->read();
  run->start_from(given);
  run->advance(100);
  expect_origins(given);
}

TEST_F(SceneClassesTest, WithoutModesOriginsAreDirectionsFromTheMean) {
  const auto run = session("banana", "rwm", 4000);
  const ChainData start = run->read();
  const Origins& origins = *run->origins();
  EXPECT_FALSE(origins.modes);
  Position mean;
  for (std::size_t i = 0; i < start.chains; ++i) mean = mean + start.x(i) / static_cast<double>(start.chains);
  std::size_t counted = 0;
  for (const std::size_t chains : origins.chains_of) counted += chains;
  EXPECT_EQ(counted, start.chains);
  for (std::size_t i = 0; i < start.chains; ++i) {
    const Position away = start.x(i) - mean;
    const double angle = 0.7853981633974483 * origins.of[i];  // 2 pi/8
    EXPECT_GE(dot(away, {std::cos(angle), std::sin(angle)}),
              (std::cos(0.7853981633974483 / 2) - 1e-9) * norm(away));
  }
  const auto lone = session("banana", "rwm");
  lone->assign({"start", "point"});
  EXPECT_EQ(lone->origins()->of, std::vector<std::uint32_t>{0});
}

// As many chains of each colour as the report counts.
TEST_F(SceneClassesTest, ColoursOfDecisionsAreThoseOfTheReport) {
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& sampler = unit.descriptor;
    if (sampler.claims.decision_channel.empty()) continue;
    if (sampler.space == Space::lattice) continue;  // chains stand about their sites
    for (const BackendKind kind : kinds)
      for (const double size :
           {0.8, 6.0}) {  // discs; large ones, of which those of chains that stayed are rings
        SCOPED_TRACE(sampler.id);
        const auto run = session("ring8", sampler.id, 96, kind);
        run->advance(30);
        View view = view_by(run->target(), ColourBy::accepted);
        view.point_size = size;
        const auto colours = class_colours(*run, view);
        const std::span<const Colour> decisions(colours.data(), 2);
        const ChainData data = run->read();
        const auto pixels = spread(*run, view);
        const Image image = picture(*run, view), below = ground(*run, view);
        const int channel = find_channel(sampler, sampler.claims.decision_channel);
        const double reach = size > 1 ? 0.8 * point_radius(view, data.chains) : 0;
        std::size_t accepted = 0, shown = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
          accepted += report(data, i, channel) > 0;
          shown += nearest(image, below, pixels[i] + Position{reach, 0}, opacity(view, *run), decisions) == 0;
        }
        EXPECT_EQ(shown, accepted);
        EXPECT_GT(accepted, 0u);
        EXPECT_LT(accepted, data.chains);
      }
  }
}

TEST_F(SceneClassesTest, WhereNothingIsRejectedChainsHaveTheSamplersColour) {
  const auto run = session("ring8", "mala", 50);
  View view = view_by(run->target(), ColourBy::accepted);
  EXPECT_EQ(colour_shown(view, *run), ColourBy::accepted);
  EXPECT_EQ(picture(*run, view).rgba, [&] {
    View plain = view;
    plain.colour_by = ColourBy::sampler;
    return picture(*run, plain).rgba;
  }()) << "before the first step";
  run->assign({"sampler.metropolis", "off"});
  EXPECT_EQ(colour_shown(view, *run), ColourBy::sampler);
}

/// Pixels that differ.
std::size_t changes(const Image& a, const Image& b) {
  std::size_t count = 0;
  for (int row = 0; row < a.height; ++row)
    for (int column = 0; column < a.width; ++column)
      count += largest(at(a, column, row) - at(b, column, row)) > 0;
  return count;
}

// Marks stay where steps diverged, move with the camera, and go with a restart.
TEST_F(SceneClassesTest, MarksOfDivergencesAccumulateUntilTheyAreForgotten) {
  for (const auto& unit : kernel_samplers()) {
    const Descriptor& sampler = unit.descriptor;
    if (sampler.claims.divergence_channel.empty()) continue;
    const int channel = find_channel(sampler, sampler.claims.divergence_channel);
    for (const BackendKind kind : kinds) {
      SCOPED_TRACE(sampler.id);
      const auto run = session("funnel", sampler.id, 500, kind);
      run->assign({"start", "exact"});
      run->assign({"sampler.step_size", "0.6"});
      View view = view_by(run->target(), ColourBy::divergence);
      view.point_size = 1;
      scene_.clear_trails();
      scene_.accumulate(*run, view);
      std::vector<Position> places;
      for (int step = 0; step < 60; ++step) {
        run->advance(1);
        scene_.accumulate(*run, view);
        scene_.accumulate(*run, view);  // a step counts once
        const ChainData data = run->read();
        for (std::size_t i = 0; i < data.chains; ++i)
          if (report(data, i, channel) > 0) places.push_back(data.x(i));
      }
      ASSERT_GT(places.size(), 20u);
      put(*run, elsewhere(run->target()));
      const Image marked = picture(*run, view);
      for (int frame = 0; frame < 50; ++frame) scene_.draw(*run, view);
      EXPECT_EQ(scene_.read().rgba, marked.rgba);
      View closer = view;
      closer.camera.height *= 0.8;
      const Image near = picture(*run, closer);
      view.colour_by = ColourBy::sampler;
      const Image plain = picture(*run, view);
      closer.colour_by = ColourBy::sampler;
      const Image plain_near = picture(*run, closer);
      view.colour_by = ColourBy::divergence;
      for (const Position& place : places) {
        const auto expect_mark = [&](const Image& image, const Image& without, const View& seen) {
          const Position p = to_pixel(seen, place);
          if (p.x < 0 || p.y < 0 || p.x >= seen.width || p.y >= seen.height) return;
          const int column = static_cast<int>(p.x), row = static_cast<int>(p.y);
          EXPECT_NEAR(share(at(image, column, row), at(without, column, row), rgb(view.palette.emphasis)),
                      0.55, 0.02);
        };
        expect_mark(marked, plain, view);
        expect_mark(near, plain_near, closer);
      }
      EXPECT_GT(changes(marked, plain), 50u);
      scene_.clear_trails();
      EXPECT_EQ(picture(*run, view).rgba, plain.rgba);
    }
  }
}

// Other axes, another target or sampler, and a frame in another colour begin anew.
TEST_F(SceneClassesTest, MarksAreForgottenWithWhatTheyBelongTo) {
  const auto change = [](const char* path, const char* value) {
    return [=](Session& run, View&) { run.assign({path, value}); };
  };
  const std::function<void(Session&, View&)> changes_made[] = {
      change("sampler.step_size", "0.01"), change("target.sd_x", "2"),
      [](Session&, View& view) { view.coordinates = Coordinates::phase; }};
  for (const auto& made : changes_made) {
    const auto run = session("gaussian", "hmc", 20);
    run->assign({"sampler.step_size", "100"});
    View view = view_by(run->target(), ColourBy::divergence);
    for (int step = 0; step < 3; ++step) {
      run->advance(1);
      scene_.accumulate(*run, view);
    }
    made(*run, view);
    put(*run, elsewhere(run->target()));
    scene_.accumulate(*run, view);
    const Image image = picture(*run, view);
    view.colour_by = ColourBy::sampler;
    EXPECT_EQ(image.rgba, picture(*run, view).rgba);
    scene_.clear_trails();
  }
}

}  // namespace
}  // namespace ergo::scene_classes_test
