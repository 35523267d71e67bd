// Gaussians in place of a target's density.
#include "core/mixture/fitted_modes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/unit/registry.h"

namespace ergo::fitted_modes_test {
namespace {

std::unique_ptr<Target> target_of(const std::vector<GaussianMode>& modes) {
  return target_unit("modes").make(std::vector<double>{0}, {{"gaussians", {modes_text(modes)}}});
}

/// A density that does not say what it is made of.
class Silent final : public Target {
 public:
  explicit Silent(std::function<Evaluation(Position)> density, Window window, std::vector<Mode> modes = {})
      : density_(std::move(density)), window_(window), modes_(std::move(modes)) {}
  Evaluation evaluate(Position x) const override { return density_(x); }
  Window window() const override { return window_; }
  std::vector<Mode> modes() const override { return modes_; }

 private:
  std::function<Evaluation(Position)> density_;
  Window window_;
  std::vector<Mode> modes_;
};

// Places are rounded by 5e-7 of themselves and angles by 5e-4 degrees at most, 1e-5, so that E at z standard deviations
// is off by some z^2 1e-5 times the ratio of the axes, 10 at most here.
TEST(FittedModes, AMixtureKeepsItsDensity) {
  int mixtures = 0;
  for (const TargetUnit& unit : plane_targets()) {
    const auto target = unit.make();
    if (target->dim != 2 || target->mixture().empty() || target->mixture().size() > most_gaussian_modes) continue;
    SCOPED_TRACE(unit.descriptor.id);
    ++mixtures;
    const FittedModes fitted = fitted_modes(*target);
    EXPECT_EQ(fitted.by, FittedModes::By::terms);
    EXPECT_EQ(fitted.modes.size(), target->mixture().size());
    const auto list = target_of(fitted.modes);
    for (std::uint32_t i = 0; i < 200; ++i) {
      const Position x = *target->draw(Draws(1, Purpose::exact, i, 0, 2));
      EXPECT_NEAR(list->evaluate(x).energy, target->evaluate(x).energy + *target->log_normaliser(), 3e-3);
    }
  }
  EXPECT_GE(mixtures, 4);
}

// Of Gaussians far from each other the curvature and Laplace's approximation are exact.
TEST(FittedModes, SeparateGaussiansAreFoundAgain) {
  const auto list = parse_modes("at -5 0 sd 1 0.5 angle 30; 0.5 at 5 0 sd 0.6; 0.25 at 0 9 sd 0.9 0.3 angle -20", "");
  const auto target = target_of(list);
  const auto density = [&](Position x) { return target->evaluate(x); };
  for (const auto& told : {target->modes(), std::vector<Mode>()}) {
    const FittedModes fitted = fitted_modes(Silent(density, target->window(), told));
    EXPECT_EQ(fitted.by, FittedModes::By::curvature);
    ASSERT_EQ(fitted.modes.size(), list.size());
    for (const GaussianMode& wanted : list) {
      const auto found = std::ranges::min_element(
          fitted.modes, {}, [&](const GaussianMode& mode) { return norm(mode.centre - wanted.centre); });
      EXPECT_NEAR(norm(found->centre - wanted.centre), 0, 1e-4);
      EXPECT_NEAR(found->weight, wanted.weight, 1e-3);
      EXPECT_NEAR(found->sd1, wanted.sd1, 1e-3);
      EXPECT_NEAR(found->sd2, wanted.sd2, 1e-3);
      EXPECT_NEAR(found->angle, wanted.angle, 0.1);
    }
  }
}

TEST(FittedModes, ARingHasOneGaussianOfItsMoments) {
  const auto ring = target_unit("donut").make();
  const FittedModes fitted = fitted_modes(*ring);
  EXPECT_EQ(fitted.by, FittedModes::By::moments);
  ASSERT_EQ(fitted.modes.size(), 1u);
  EXPECT_EQ(fitted.modes[0].centre, Position{});
  EXPECT_NEAR(fitted.modes[0].sd1, fitted.modes[0].sd2, 1e-3);
}

TEST(FittedModes, EveryTargetInTwoDimensionsHasALegalList) {
  for (const TargetUnit& unit : plane_targets()) {
    const auto target = unit.make();
    if (target->dim != 2) continue;
    const FittedModes fitted = fitted_modes(*target);
    EXPECT_EQ(parse_modes(modes_text(fitted.modes), unit.descriptor.id), fitted.modes);
    EXPECT_EQ(std::ranges::max(fitted.modes, {}, &GaussianMode::weight).weight, 1);
  }
}

TEST(FittedModes, HostileDensitiesHaveALegalListToo) {
  const double nan = std::nan(""), infinity = INFINITY;
  const Window window{{-1, -1}, {1, 1}};
  const std::vector<Mode> middle = {{{0, 0}, 1}};
  for (const Evaluation flat : {Evaluation{0, {0, 0}}, Evaluation{nan, {nan, nan}}, Evaluation{infinity, {0, 0}},
                                Evaluation{-infinity, {0, 0}}, Evaluation{1e300, {1e300, -1e300}}})
    for (const auto& told : {middle, std::vector<Mode>()}) {
      const FittedModes fitted = fitted_modes(Silent([flat](Position) { return flat; }, window, told));
      EXPECT_EQ(parse_modes(modes_text(fitted.modes), ""), fitted.modes) << flat.energy;
    }
  // x^4 is flat at its mode, and the mode's radius is what limits the standard deviation.
  const auto quartic = [](Position x) {
    return Evaluation{std::pow(x.x, 4) + std::pow(x.y, 4), {4 * std::pow(x.x, 3), 4 * std::pow(x.y, 3)}};
  };
  const FittedModes fitted = fitted_modes(Silent(quartic, window, middle));
  EXPECT_LE(fitted.modes[0].sd1, 1);
}

TEST(FittedModes, MoreThanThereCanBeAreLeftOut) {
  std::vector<Mode> many;
  for (int k = 0; k < 40; ++k) many.push_back({{3.0 * k, 0}, 1});
  const auto comb = [](Position x) {
    const double from = x.x - 3 * std::round(x.x / 3);
    return Evaluation{(from * from + x.y * x.y) / 2 + x.x / 100, {from + 0.01, x.y}};
  };
  const FittedModes fitted = fitted_modes(Silent(comb, {{-1, -1}, {120, 1}}, many));
  EXPECT_EQ(fitted.modes.size(), most_gaussian_modes);
  EXPECT_EQ(fitted.left_out, 8u);
  EXPECT_EQ(fitted.modes.front().centre, Position{}) << "the heaviest first";
}

}  // namespace
}  // namespace ergo::fitted_modes_test
