// The target of a typed list of Gaussians: its density, moments, draws, window and frame against closed forms, for up
// to 32 modes, and its kernel text against it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/config/assignment.h"
#include "core/config/run_config.h"
#include "core/mixture/mode_list.h"
#include "core/truth/tabulated_density.h"
#include "core/truth/target_moments.h"
#include "core/unit/registry.h"
#include "tests/units/kernel_text.h"

namespace ergo::modes_test {
namespace {

std::unique_ptr<Target> target_of(const std::string& text) {
  return target_unit("modes").make(std::vector<double>{0}, {{"gaussians", {text}}});
}

/// Standard deviations from 0.3 to 1 and centres in a square of side 8.
std::string any_list(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  std::vector<GaussianMode> modes;
  for (std::size_t k = 0; k < count; ++k)
    modes.push_back(
        {uniform(0.1, 2), {uniform(-4, 4), uniform(-4, 4)}, uniform(0.3, 1), uniform(0.3, 1), uniform(-90, 90)});
  return modes_text(modes);
}

const std::vector<std::string>& lists() {
  static const std::vector<std::string> all = {target_unit("modes").descriptor.parameters[0].text.initial,
                                               "3 at 1 -2 sd 2 0.5 angle 25",
                                               "at 0 0 sd 0.4; 3 at 0 0 sd 1.5 0.8 angle 90", any_list(32, 1)};
  return all;
}

Draws draws_of(std::uint32_t chain) { return Draws(1, Purpose::exact, chain, 0, 2); }

Position window_point(const Target& target, std::uint32_t i) {
  const Draw d = Draws(1, Purpose::diagnostics, i, 0, 2)(0);
  const auto [low, high] = target.window();
  return {low.x + d.uniform1 * (high.x - low.x), low.y + d.uniform2 * (high.y - low.y)};
}

/// log p from the list itself, each mode in its own axes.
double log_density(const std::string& text, Position x) {
  long double sum = 0, weights = 0;
  for (const auto& [weight, centre, sd1, sd2, angle] : parse_modes(text, "")) {
    const double turn = angle * std::numbers::pi / 180;
    const Position d = x - centre;
    const double a = (std::cos(turn) * d.x + std::sin(turn) * d.y) / sd1;
    const double b = (std::cos(turn) * d.y - std::sin(turn) * d.x) / sd2;
    sum += weight / (2 * std::numbers::pi * sd1 * sd2) * std::exp(-(static_cast<long double>(a) * a + b * b) / 2);
    weights += weight;
  }
  return static_cast<double>(std::log(sum / weights));
}

TEST(Modes, EnergyIsThatOfTheList) {
  for (const std::string& text : lists()) {
    const auto target = target_of(text);
    for (std::uint32_t i = 0; i < 300; ++i) {
      const Position x = window_point(*target, i);
      const double expected = -log_density(text, x);
      EXPECT_NEAR(target->evaluate(x).energy, expected, 1e-13 * (1 + std::abs(expected))) << text;
    }
  }
}

// Extrapolated central differences err by (h/w)^4, w >= 0.3^2/8 at the front between two modes.
TEST(Modes, GradientIsTheSlope) {
  constexpr double h = 1e-4;
  for (const std::string& text : lists()) {
    const auto target = target_of(text);
    const auto slope = [&](Position x, Position axis) {
      const auto by = [&](double s) {
        return (target->evaluate(x + s * axis).energy - target->evaluate(x - s * axis).energy) / (2 * s);
      };
      return (4 * by(h) - by(2 * h)) / 3;
    };
    for (std::uint32_t i = 0; i < 200; ++i)
      for (const Position x : {window_point(*target, i), *target->draw(draws_of(i))}) {
        const Evaluation at = target->evaluate(x);
        const double allowed = 1e-6 * norm(at.gradient) + 10 * 2.2e-16 * (1 + std::abs(at.energy)) / h;
        EXPECT_NEAR(slope(x, {1, 0}), at.gradient.x, allowed) << text;
        EXPECT_NEAR(slope(x, {0, 1}), at.gradient.y, allowed) << text;
      }
  }
}

// The table leaves out less than 1e-8 of the mass, at most ten units away: 1e-4 of fourth moments.
TEST(Modes, MomentsAreThoseOfTheDensity) {
  for (const std::string& text : lists()) {
    const auto target = target_of(text);
    const TabulatedDensity table = tabulate(*target, 0.3);
    EXPECT_NEAR(table.log_normaliser, 0, 1e-8) << text;
    const TargetMoments exact = exact_moments(*target), summed = moments_of(table);
    EXPECT_NEAR(norm(summed.mean - exact.mean), 0, 1e-6) << text;
    EXPECT_NEAR(norm(summed.variance - exact.variance), 0, 1e-5) << text;
    EXPECT_NEAR(norm(summed.square_variance - exact.square_variance), 0, 1e-3) << text;
  }
}

TEST(Modes, DrawsHaveTheMoments) {
  constexpr int count = 20'000;
  for (const std::string& text : lists()) {
    const auto target = target_of(text);
    const auto [mean, variance, square_variance] = exact_moments(*target);
    Position sum, squares;
    double product = 0, covariance = 0;
    for (const auto& [weight, at, xx, xy, yy] : target->mixture())
      covariance += weight * (xy + (at.x - mean.x) * (at.y - mean.y));
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position d = *target->draw(draws_of(i)) - mean;
      sum = sum + d / count;
      squares = squares + squared(d) / count;
      product += d.x * d.y / count;
    }
    // Five standard errors; that of the product is bounded by (E dx^4 E dy^4)^{1/4}.
    const auto error = [](double spread) { return 5 * std::sqrt(spread / count); };
    EXPECT_NEAR(sum.x, 0, error(variance.x)) << text;
    EXPECT_NEAR(sum.y, 0, error(variance.y)) << text;
    EXPECT_NEAR(squares.x, variance.x, error(square_variance.x)) << text;
    EXPECT_NEAR(squares.y, variance.y, error(square_variance.y)) << text;
    const Position fourth = square_variance + squared(variance);
    EXPECT_NEAR(product, covariance, error(std::sqrt(fourth.x * fourth.y))) << text;
  }
}

TEST(Modes, WindowAndFrameOfOneGaussianAreItsQuantiles) {
  const auto target = target_of("at 1 -2 sd 2 0.5 angle 90");
  const Window window = target->window(), frame = target->frame();
  constexpr double beyond = 3.4807564;  // Phi(-beyond) = 1/4000
  const double size = 10;               // of the longer side over 2, of which the frame has a millionth
  EXPECT_NEAR(norm(window.low - Position{1 - 2.5, -2 - 10}), 0, 1e-14);
  EXPECT_NEAR(norm(window.high - Position{1 + 2.5, -2 + 10}), 0, 1e-14);
  EXPECT_NEAR(norm(frame.low - Position{1 - 0.5 * beyond, -2 - 2 * beyond}), 0, 4e-6 * size);
  EXPECT_NEAR(norm(frame.high - Position{1 + 0.5 * beyond, -2 + 2 * beyond}), 0, 4e-6 * size);
}

TEST(Modes, FrameHoldsAllButAThousandth) {
  constexpr int count = 20'000;
  for (const std::string& text : lists()) {
    const auto target = target_of(text);
    const auto [low, high] = target->frame();
    int outside = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position x = *target->draw(draws_of(i));
      outside += x.x < low.x || x.x > high.x || x.y < low.y || x.y > high.y;
    }
    EXPECT_LE(outside, 20 + 4 * std::sqrt(20)) << text;
    EXPECT_GE(outside, 5) << text << ": some corner is beyond two sides, but half of the thousandth is not";
  }
}

TEST(Modes, RegionsOfModesDoNotOverlap) {
  const auto of = [](const char* text) { return target_of(text)->modes(); };
  EXPECT_NEAR(of("at 0 0 sd 1 0.25")[0].radius, 1.5, 1e-15);
  for (const Mode& mode : of("at 0 0; at 3 4 sd 2")) EXPECT_EQ(mode.radius, 2.5);
  EXPECT_EQ(of("at 0 0 sd 0.1; at 3 4 sd 2")[0].radius, 3 * 0.1);
  const auto shared = of("at 1 1 sd 0.1; at 1 1 sd 0.5; at 5 1");
  ASSERT_EQ(shared.size(), 2u);
  EXPECT_EQ(shared[0].radius, 1.5);
  EXPECT_EQ(shared[1].radius, 2);
}

TEST(Modes, OnlyRelativeWeightsAndTheirOrderInTheTextMatter) {
  const auto one = target_of("1 at 0 0 sd 0.5; 3 at 1 2"),
             other = target_of("30 at 1 2;\n10 at 0 0 sd 0.5 0.5 angle 0");
  for (std::uint32_t i = 0; i < 100; ++i) {
    const Position x = window_point(*one, i);
    EXPECT_NEAR(one->evaluate(x).energy, other->evaluate(x).energy, 1e-13 * (1 + one->evaluate(x).energy));
  }
}

TEST(Modes, EqualTextsAreEqualTargets) {
  RunConfig plain, given, other;
  for (RunConfig* config : {&plain, &given, &other}) apply(*config, {"target", "modes"});
  apply(given, {"target.gaussians", lists()[0]});
  EXPECT_EQ(given.target, plain.target) << "the default is no content";
  for (RunConfig* config : {&given, &other}) apply(*config, {"target.gaussians", lists()[3]});
  EXPECT_EQ(given.target, other.target);
  EXPECT_NE(given.target, plain.target);
  const std::vector<double> values = {0};
  EXPECT_EQ(make_target(given)->device_numbers(values), make_target(other)->device_numbers(values));
  EXPECT_NE(make_target(given)->device_numbers(values), make_target(plain)->device_numbers(values));
}

TEST(Modes, FiniteAtTheLimits) {
  const auto target = target_of("1e-6 at -1e4 1e4 sd 1e-3 1e3 angle 45; 1e6 at 1e4 -1e4 sd 1e-3; at 1e4 1e4 sd 1e3");
  for (const double distance : {0.0, 1.0, 1e4, 1e6, 1e10})
    for (const Position way : {Position{1, 0}, {-1, 1}, {0.6, -0.8}}) {
      const Evaluation at = target->evaluate(distance * way);
      EXPECT_TRUE(std::isfinite(at.energy) && std::isfinite(norm(at.gradient))) << distance;
    }
}

TEST(Modes, KernelTextReadsEveryMode) {
  const auto texts = kernel_text::pair_texts();
  const auto text =
      std::ranges::find_if(texts, [](const auto& t) { return t.target == "modes" && t.sampler == "ula"; });
  ASSERT_NE(text, texts.end());
  const auto sampler = sampler_unit("ula").make();
  const auto values = initial_values(sampler_unit("ula").descriptor.parameters);
  const std::vector<double> place = {0};
  for (const std::string& list : lists()) {
    const auto target = target_of(list);
    const auto numbers = target->device_numbers(place);
    EXPECT_EQ(numbers.size(), 2 + 6 * parse_modes(list, "").size());
    kernel_text::target_data = numbers;
    for (std::uint32_t i = 0; i < 200; ++i) {
      const Position x = window_point(*target, i);
      std::vector<double> state(static_cast<std::size_t>(sampler->state_size()), 0.0);
      std::vector<double> report(static_cast<std::size_t>(sampler->report_size()), 0.0);
      state[0] = x.x, state[1] = x.y;
      text->init(place, values, draws_of(i), {}, state, report);
      const auto [energy, gradient] = target->evaluate(x);
      EXPECT_NEAR(state[2], energy, 1e-13 * (1 + std::abs(energy)));
      EXPECT_NEAR(state[3], gradient.x, 1e-11 * (1 + norm(gradient)));
      EXPECT_NEAR(state[4], gradient.y, 1e-11 * (1 + norm(gradient)));
    }
  }
  kernel_text::target_data = {};
}

}  // namespace
}  // namespace ergo::modes_test
